package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.behavior;
import static bout.stack.WrittenTemplate.behaviors;
import static bout.stack.WrittenTemplate.distribution;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.symbol;
import static bout.stack.WrittenTemplate.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Redirect;
import bout.wire.Resources;
import bout.wire.Sha256;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** The CDN of template.yaml and the buckets behind it. */
class DistributionTest {

    @Test
    void every_bucket_is_private_encrypted_and_readable_only_by_the_cdn_over_tls() {
        List<String> buckets = ofType("AWS::S3::Bucket");
        assertFalse(buckets.isEmpty());
        for (String bucket : buckets) {
            Map<String, Object> properties = properties(bucket);
            assertEquals(
                    Map.of(
                            "BlockPublicAcls", true,
                            "BlockPublicPolicy", true,
                            "IgnorePublicAcls", true,
                            "RestrictPublicBuckets", true),
                    properties.get("PublicAccessBlockConfiguration"));
            assertTrue(properties.containsKey("BucketEncryption"), bucket);
            List<Map<String, Object>> policy = policyOf(bucket);
            assertTrue(
                    policy.stream().anyMatch(DistributionTest::deniesPlainHttp), () -> bucket + " serves plain HTTP");
            policy.stream()
                    .filter(statement -> statement.get("Effect").equals("Allow"))
                    .forEach(statement -> {
                        assertEquals(Map.of("Service", "cloudfront.amazonaws.com"), statement.get("Principal"));
                        assertTrue(
                                symbol(map(map(statement.get("Condition")).get("StringEquals"))
                                                .get("AWS:SourceArn"))
                                        .endsWith(":distribution/Distribution"),
                                () -> "another account's distribution may read " + bucket);
                    });
        }
    }

    private static boolean deniesPlainHttp(Map<String, Object> statement) {
        return statement.get("Effect").equals("Deny")
                && statement.get("Action").equals("s3:*")
                && statement.get("Condition").equals(Map.of("Bool", Map.of("aws:SecureTransport", false)));
    }

    @Test
    void a_replay_and_code_can_be_neither_replaced_nor_deleted() {
        Map<String, Set<Object>> denied = new TreeMap<>();
        policyOf("ReplayBucket").stream()
                .filter(statement -> statement.get("Effect").equals("Deny")
                        && list(statement.get("Resource")).stream()
                                .map(WrittenTemplate::symbol)
                                .toList()
                                .equals(List.of("ReplayBucket.Arn/replays/*", "ReplayBucket.Arn/code/*")))
                .forEach(statement -> denied.put(text(statement, "Sid"), Set.copyOf(list(statement.get("Action")))));
        assertEquals(
                Map.of(
                        "OnlyNewReplaysAndCode", Set.of("s3:PutObject"),
                        "ReplaysAndCodeStay", Set.of("s3:DeleteObject", "s3:DeleteObjectVersion")),
                denied);
    }

    private static List<Map<String, Object>> policyOf(String bucket) {
        List<String> policies = ofType("AWS::S3::BucketPolicy").stream()
                .filter(policy -> symbol(properties(policy).get("Bucket")).equals(bucket))
                .toList();
        assertEquals(1, policies.size(), () -> "policies of " + bucket);
        return list(map(properties(policies.getFirst()).get("PolicyDocument")).get("Statement")).stream()
                .map(WrittenTemplate::map)
                .toList();
    }

    @Test
    void the_cdn_may_read_exactly_what_it_serves_from_a_bucket() {
        Behavior site = APPLICATION.cdn().orElseThrow().defaultBehavior();
        Map<String, Set<String>> served = new TreeMap<>();
        for (Behavior behavior : APPLICATION.cdn().orElseThrow().behaviors()) {
            if (behavior.origin() instanceof BucketOrigin origin) {
                // The default behavior serves all of its bucket; other behaviors serve parts of it.
                Behavior widest = behavior.origin().equals(site.origin()) ? site : behavior;
                served.computeIfAbsent(origin.bucket().logicalId(), id -> new TreeSet<>())
                        .add(origin.bucket().logicalId() + ".Arn/"
                                + widest.pathPattern().replaceFirst("^/", ""));
            }
        }
        Map<String, Set<String>> readable = ofType("AWS::S3::Bucket").stream()
                .collect(toMap(bucket -> bucket, bucket -> policyOf(bucket).stream()
                        .filter(statement -> statement.get("Effect").equals("Allow"))
                        .filter(statement -> list(statement.get("Action")).contains("s3:GetObject"))
                        .flatMap(statement -> list(statement.get("Resource")).stream())
                        .map(WrittenTemplate::symbol)
                        .collect(toSet())));
        assertEquals(served, readable);
    }

    @Test
    void the_cdn_caches_overwritten_objects_only_as_long_as_they_allow() {
        List<Map<String, Object>> changing = behaviors().stream()
                .filter(each -> Set.of("/live/*", "/standings/*").contains(each.get("PathPattern")))
                .toList();
        assertEquals(2, changing.size());
        for (Map<String, Object> behavior : changing) {
            Map<String, Object> policy =
                    map(properties(symbol(behavior.get("CachePolicyId"))).get("CachePolicyConfig"));
            assertEquals(0L, policy.get("MinTTL"));
            assertEquals(0L, policy.get("DefaultTTL"));
        }
    }

    @Test
    void the_cdn_does_not_cache_api_answers_without_cache_control() {
        Map<String, Object> behavior = behaviors().stream()
                .filter(each -> each.get("PathPattern").equals("/api/*"))
                .findFirst()
                .orElseThrow();
        Map<String, Object> policy =
                map(properties(symbol(behavior.get("CachePolicyId"))).get("CachePolicyConfig"));
        assertEquals(0L, policy.get("MinTTL"));
        assertEquals(0L, policy.get("DefaultTTL"));
        Map<String, Object> key = map(policy.get("ParametersInCacheKeyAndForwardedToOrigin"));
        assertEquals("whitelist", map(key.get("QueryStringsConfig")).get("QueryStringBehavior"));
        assertTrue(list(map(key.get("HeadersConfig")).get("Headers")).contains("Authorization"));
    }

    @Test
    void the_cdn_keeps_answers_apart_by_exactly_the_parameters_that_the_api_knows() {
        List<String> patterns = behaviors().stream()
                .map(each -> (String) each.get("PathPattern"))
                .toList();
        assertTrue(
                patterns.indexOf("/api/*") > patterns.indexOf("/api/matches")
                        && patterns.indexOf("/api/*") > patterns.indexOf("/api/sign-in*"),
                "the first one that fits counts");
        Map<String, Object> document =
                map(new Yaml().load(Resources.text(DistributionTest.class, "/bout/api/openapi.yaml")));
        Map<String, Object> others = new TreeMap<>(map(document.get("paths")));
        // Never cached, so never the same.
        others.keySet().removeIf(path -> path.startsWith("/api/sign-in"));
        Object list = others.remove("/api/matches");
        assertKeptApart("MatchListCachePolicy", list, document);
        assertKeptApart("ApiCachePolicy", others, document);
    }

    private static void assertKeptApart(String cachePolicy, Object paths, Map<String, Object> document) {
        Map<String, Object> policy = map(properties(cachePolicy).get("CachePolicyConfig"));
        Map<String, Object> key = map(policy.get("ParametersInCacheKeyAndForwardedToOrigin"));
        List<?> names = list(map(key.get("QueryStringsConfig")).get("QueryStrings"));
        Set<String> known = new TreeSet<>();
        collectQueryParameters(paths, document, known);
        assertEquals(known, new TreeSet<>(names), cachePolicy);
        assertTrue(names.size() <= 10, "CloudFront's limit");
        assertEquals(
                Map.of("CookieBehavior", "whitelist", "Cookies", List.of("__Host-bout")),
                key.get("CookiesConfig"),
                "sessions");
    }

    private static final String PARAMETERS = "#/components/parameters/";

    /** The operations of a path in the OpenAPI document that the CDN does not cache. */
    private static final Set<String> CHANGES = Set.of("post", "patch", "delete");

    private static void collectQueryParameters(Object part, Map<String, Object> document, Set<String> names) {
        if (part instanceof Map<?, ?> fields) {
            if ("query".equals(fields.get("in"))) {
                names.add((String) fields.get("name"));
            }
            if (fields.get("$ref") instanceof String ref && ref.startsWith(PARAMETERS)) {
                Map<String, Object> shared = map(map(document.get("components")).get("parameters"));
                collectQueryParameters(shared.get(ref.substring(PARAMETERS.length())), document, names);
            }
            // Only answers to GET are cached. The origin gets all parameters, whether the cache looks at them or not.
            fields.forEach((name, each) -> {
                if (!CHANGES.contains(name)) {
                    collectQueryParameters(each, document, names);
                }
            });
        } else if (part instanceof List<?> entries) {
            entries.forEach(each -> collectQueryParameters(each, document, names));
        }
    }

    @Test
    void the_cdn_keeps_no_error_of_an_origin() {
        Map<Object, Object> kept = list(distribution().get("CustomErrorResponses")).stream()
                .map(WrittenTemplate::map)
                .collect(toMap(each -> each.get("ErrorCode"), each -> each.get("ErrorCachingMinTTL")));
        assertEquals(Map.of(403L, 0L, 404L, 0L, 500L, 0L, 502L, 0L, 503L, 0L, 504L, 0L), kept);
    }

    /** CloudFront's own certificate, without a domain, cannot be restricted: it also accepts TLS 1.0. */
    @Test
    void with_its_own_domain_the_cdn_requires_tls_1_2_and_it_always_does_of_the_api() {
        Map<String, Object> cdn = distribution();
        List<?> certificate = list(map(cdn.get("ViewerCertificate")).get("Fn::If"));
        assertEquals("HasSiteDomain", certificate.getFirst());
        assertEquals("TLSv1.2_2021", map(certificate.get(1)).get("MinimumProtocolVersion"));
        assertEquals(Map.of("CloudFrontDefaultCertificate", true), certificate.getLast());
        for (Object origin : list(cdn.get("Origins"))) {
            if (map(origin).get("CustomOriginConfig") != null) {
                assertEquals(
                        List.of("TLSv1.2"),
                        list(map(map(origin).get("CustomOriginConfig")).get("OriginSSLProtocols")));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/docs,             /docs/index.html",
        "/docs/,            /docs/index.html",
        "/problems/,        /docs/index.html",
        "/problems/bad-url, /docs/errors.html#bad-url",
    })
    void the_documentation_and_the_types_of_problems_lead_to_pages(String path, String location) {
        assertEquals(location, ((Redirect) behavior(path).origin()).location(path));
    }

    @Test
    void the_cdn_tells_the_api_where_a_viewer_is() {
        Map<String, Behavior> behaviors = APPLICATION.cdn().orElseThrow().behaviors().stream()
                .collect(toMap(Behavior::pathPattern, behavior -> behavior));
        for (String api : List.of("/api/*", "/api/matches", "/api/sign-in*")) {
            assertEquals(Optional.of("bout-viewer"), behaviors.remove(api).viewerHeader(), api);
        }
        behaviors.values().forEach(each -> assertEquals(Optional.empty(), each.viewerHeader(), each::pathPattern));
    }

    @Test
    void the_cdn_serves_site_replays_and_api_at_one_address_with_the_headers_of_their_kinds() {
        Map<String, String> policies = new TreeMap<>();
        behaviors()
                .forEach(behavior ->
                        policies.put(text(behavior, "PathPattern"), symbol(behavior.get("ResponseHeadersPolicyId"))));
        policies.put("*", symbol(map(distribution().get("DefaultCacheBehavior")).get("ResponseHeadersPolicyId")));
        Map<String, String> served = APPLICATION.cdn().orElseThrow().behaviors().stream()
                .collect(toMap(
                        Behavior::pathPattern,
                        behavior -> switch (behavior.origin()) {
                                    case ApiOrigin api -> "HttpApi ";
                                    case BucketOrigin bucket -> bucket.bucket().logicalId() + " ";
                                    case Redirect redirect -> "ToDocumentation ";
                                }
                                + policies.get(behavior.pathPattern())));
        assertEquals(
                Map.ofEntries(
                        entry("/api/*", "HttpApi SecurityHeaders"),
                        entry("/api/matches", "HttpApi SecurityHeaders"),
                        entry("/api/sign-in*", "HttpApi SecurityHeaders"),
                        entry("/replays/*", "ReplayBucket SecurityHeaders"),
                        entry("/live/*", "ReplayBucket SecurityHeaders"),
                        entry("/standings/*", "ReplayBucket SecurityHeaders"),
                        entry("/docs", "ToDocumentation SecurityHeaders"),
                        entry("/docs/", "ToDocumentation SecurityHeaders"),
                        entry("/problems/*", "ToDocumentation SecurityHeaders"),
                        entry("/embed.html", "SiteBucket EmbeddedHeaders"),
                        entry("/sandbox/*", "SiteBucket SandboxHeaders"),
                        entry("*", "SiteBucket SecurityHeaders")),
                served);
        for (String policy : new TreeSet<>(policies.values())) {
            Map<String, Object> config = map(properties(policy).get("ResponseHeadersPolicyConfig"));
            Map<String, Object> security = map(config.get("SecurityHeadersConfig"));
            assertTrue(
                    security.keySet()
                            .containsAll(Set.of(
                                    "ContentSecurityPolicy",
                                    "ContentTypeOptions",
                                    "ReferrerPolicy",
                                    "StrictTransportSecurity")),
                    policy);
            security.values().forEach(part -> assertEquals(true, map(part).get("Override"), policy));
            list(map(config.get("CustomHeadersConfig")).get("Items"))
                    .forEach(item -> assertEquals(true, map(item).get("Override"), policy));
        }
    }

    @Test
    void pages_load_nothing_from_other_sites_and_only_the_viewer_and_the_sandbox_can_be_framed() {
        String page = directives("/index.html");
        assertTrue(page.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), page);
        assertTrue(page.contains("frame-src 'self'; worker-src 'self';"), page);
        assertTrue(page.endsWith("frame-ancestors 'none'"), page);
        assertTrue(directives("/embed.html").endsWith("frame-ancestors *"));
        assertEquals(
                "default-src 'none'; script-src 'sha256-" + hashOfTheSandbox() + "'; worker-src blob:; base-uri 'none';"
                        + " form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
                directives("/sandbox/frame.html"));
        assertFalse(headers("/embed.html").containsKey("X-Frame-Options"), "it would override frame-ancestors");
        assertEquals("DENY", headers("/").get("X-Frame-Options"));
        assertEquals("same-origin", headers("/").get("Cross-Origin-Opener-Policy"));
        // Visitors' code gets no permission that a browser could grant to a page.
        String granted = headers("/sandbox/frame.html").get("Permissions-Policy");
        assertTrue(granted.matches("([a-z-]+=\\(\\), )+[a-z-]+=\\(\\)"), granted);
    }

    /** Of the one script in the frame of visitors' code. */
    private static String hashOfTheSandbox() {
        String frame = Resources.text(DistributionTest.class, "/bout/site/sandbox/frame.html");
        Matcher script =
                Pattern.compile("<script>(.*)</script>", Pattern.DOTALL).matcher(frame);
        assertTrue(script.find(), frame);
        return Base64.getEncoder().encodeToString(Sha256.of(script.group(1).getBytes(UTF_8)));
    }

    private static String directives(String path) {
        return headers(path).get("Content-Security-Policy");
    }

    private static Map<String, String> headers(String path) {
        return behavior(path).headers();
    }

    @Test
    void the_cdn_signs_its_requests_to_buckets() {
        List<?> buckets = list(distribution().get("Origins")).stream()
                .filter(origin -> map(origin).containsKey("S3OriginConfig"))
                .toList();
        assertEquals(2, buckets.size());
        buckets.forEach(
                origin -> assertEquals("BucketAccess", symbol(map(origin).get("OriginAccessControlId"))));
    }
}

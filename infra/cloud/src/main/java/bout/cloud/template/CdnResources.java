package bout.cloud.template;

import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.Bucket;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Application.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the distribution of a template. */
final class CdnResources {

    private static final Pattern SETS_VIEWER = Pattern.compile("function handler\\(event\\) \\{\\s*"
            + "event\\.request\\.headers\\['([a-z-]+)'] = \\{ value: event\\.viewer\\.ip };\\s*"
            // Not done here: to the API of the local stack, requests have the site's own host.
            + "(?:event\\.request\\.headers\\['bout-site'] = \\{ value: event\\.request\\.headers\\.host\\.value };\\s*)?"
            + "return event\\.request;\\s*}\\s*");

    private final Resolution resolution;
    private final List<Bucket> buckets;

    CdnResources(Resolution resolution, List<Bucket> buckets) {
        this.resolution = resolution;
        this.buckets = buckets;
    }

    Cdn cdn(String logicalId) {
        Map<String, Object> selected = new LinkedHashMap<>();
        if (resolution.resource(logicalId).get("Properties") instanceof Map<?, ?> declared
                && declared.get("DistributionConfig") instanceof Map<?, ?> config) {
            for (String name : List.of("DefaultRootObject", "Origins", "DefaultCacheBehavior", "CacheBehaviors")) {
                if (config.get(name) != null) {
                    selected.put(name, config.get(name));
                }
            }
        }
        Properties config = resolution.resolved(logicalId + ".DistributionConfig", selected);
        Map<String, Origin> origins = new LinkedHashMap<>();
        for (Properties origin : config.each("Origins")) {
            origins.put(origin.text("Id"), origin(origin));
        }
        List<Behavior> behaviors = new ArrayList<>();
        for (Properties behavior : config.each("CacheBehaviors")) {
            behaviors.add(behavior(behavior, behavior.text("PathPattern"), origins));
        }
        behaviors.add(behavior(config.under("DefaultCacheBehavior"), "*", origins));
        return new Cdn(config.optionalText("DefaultRootObject").orElse(""), behaviors);
    }

    private Origin origin(Properties origin) {
        String domain = origin.text("DomainName");
        for (Bucket bucket : buckets) {
            if (resolution.bucketDomain(bucket.logicalId()).equals(domain)) {
                return new BucketOrigin(bucket);
            }
        }
        for (String api : resolution.ofType("AWS::Serverless::HttpApi")) {
            if (domain.startsWith(resolution.reference(api) + ".execute-api.")) {
                Map<String, String> headers = new LinkedHashMap<>();
                origin.each("OriginCustomHeaders")
                        .forEach(header -> headers.put(header.text("HeaderName"), header.text("HeaderValue")));
                return new ApiOrigin(headers);
            }
        }
        throw origin.wrong("DomainName", "that of a bucket or of the HTTP API in this template");
    }

    private Behavior behavior(Properties behavior, String pathPattern, Map<String, Origin> origins) {
        Origin origin = origins.get(behavior.text("TargetOriginId"));
        if (origin == null) {
            throw behavior.wrong("TargetOriginId", "one of " + origins.keySet());
        }
        List<String> methods = behavior.texts("AllowedMethods");
        return new Behavior(
                pathPattern,
                origin,
                methods.isEmpty() ? List.of("GET", "HEAD") : methods,
                behavior.optionalText("ResponseHeadersPolicyId")
                        .filter(resolution::has)
                        .map(this::headers)
                        .orElse(Map.of()),
                behavior.each("FunctionAssociations").stream()
                        .map(this::viewerHeader)
                        .findFirst());
    }

    /** The header that a function of the CDN sets. No other functions are supported here. */
    private String viewerHeader(Properties association) {
        Properties function = resolution.properties(association.text("FunctionARN"), "FunctionCode");
        Matcher code = SETS_VIEWER.matcher(function.text("FunctionCode"));
        if (!association.text("EventType").equals("viewer-request") || !code.matches()) {
            throw new InvalidTemplate(function.where() + " is not supported in the local stack; a function that sets a"
                    + " header of a viewer's request to event.viewer.ip is");
        }
        return code.group(1);
    }

    /** The headers of a response headers policy, except those that only matter over HTTPS. */
    private Map<String, String> headers(String policyId) {
        Properties config =
                resolution.properties(policyId, "ResponseHeadersPolicyConfig").under("ResponseHeadersPolicyConfig");
        requireSupported(config, Set.of("Name", "Comment", "SecurityHeadersConfig", "CustomHeadersConfig"));
        Properties security = config.under("SecurityHeadersConfig");
        requireSupported(
                security,
                Set.of(
                        "ContentSecurityPolicy",
                        "ContentTypeOptions",
                        "FrameOptions",
                        "ReferrerPolicy",
                        "StrictTransportSecurity"));
        Map<String, String> headers = new LinkedHashMap<>();
        security.under("ContentSecurityPolicy")
                .optionalText("ContentSecurityPolicy")
                .ifPresent(value -> headers.put("Content-Security-Policy", value));
        if (security.has("ContentTypeOptions")) {
            headers.put("X-Content-Type-Options", "nosniff");
        }
        security.under("FrameOptions")
                .optionalText("FrameOption")
                .ifPresent(value -> headers.put("X-Frame-Options", value));
        security.under("ReferrerPolicy")
                .optionalText("ReferrerPolicy")
                .ifPresent(value -> headers.put("Referrer-Policy", value));
        for (Properties custom : config.under("CustomHeadersConfig").each("Items")) {
            headers.put(custom.text("Header"), custom.text("Value"));
        }
        return headers;
    }

    /** Reports anything not supported, which would otherwise be missing from the local stack unnoticed. */
    private void requireSupported(Properties config, Set<String> parts) {
        for (String part : config.values().keySet()) {
            if (!parts.contains(part)) {
                throw new InvalidTemplate(
                        config.where() + "." + part + " is not supported in the local stack; " + parts + " are");
            }
        }
    }
}

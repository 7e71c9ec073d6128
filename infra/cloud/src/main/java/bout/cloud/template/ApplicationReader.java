package bout.cloud.template;

import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.Bucket;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Application.Event;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Index;
import bout.cloud.template.Application.Key;
import bout.cloud.template.Application.Origin;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Redirect;
import bout.cloud.template.Application.Redrive;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.Table;
import bout.cloud.template.Application.WebSocketApi;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the resources of a template that the local stack has. */
record ApplicationReader(Resolution resolution) {

    /** Defaults of SAM and Lambda for settings that neither a resource nor Globals has. */
    private static final int DEFAULT_TIMEOUT_S = 3;

    private static final int DEFAULT_BATCH_SIZE = 10;

    /** EventBridge Scheduler replaces it in an input. */
    private static final String SCHEDULED_TIME = "<aws.scheduler.scheduled-time>";

    /** AWS's default limit of concurrent invocations in an account. */
    private static final int DEFAULT_CONCURRENCY = 1000;

    /** The SQS attributes with the same name in CloudFormation. */
    private static final List<String> QUEUE_ATTRIBUTES = List.of(
            "ContentBasedDeduplication",
            "DeduplicationScope",
            "DelaySeconds",
            "FifoQueue",
            "FifoThroughputLimit",
            "MessageRetentionPeriod",
            "VisibilityTimeout");

    private static final Pattern RATE = Pattern.compile("rate\\(([1-9]\\d*) (minute|hour|day)s?\\)");
    private static final Pattern FUNCTION = Pattern.compile("(\\w+)\\.Alias");
    private static final Pattern INTEGRATION = Pattern.compile("integrations/\\$\\{(\\w+)}");
    private static final Pattern SETS_VIEWER = Pattern.compile("function handler\\(event\\) \\{\\s*"
            + "event\\.request\\.headers\\['([a-z-]+)'] = \\{ value: event\\.viewer\\.ip };\\s*"
            // Not done here: to the API of the local stack, requests have the site's own host.
            + "(?:event\\.request\\.headers\\['bout-site'] = \\{ value: event\\.request\\.headers\\.host\\.value };\\s*)?"
            + "return event\\.request;\\s*}\\s*");

    private static final Pattern REDIRECTS = Pattern.compile(
            "function handler\\(event\\) \\{\\s*const name = event\\.request\\.uri\\.replace\\(/(.+)/, ''\\);\\s*"
                    + "const page = name \\? '([^']+)' \\+ name : '([^']+)';\\s*"
                    + "return \\{ statusCode: 302, headers: \\{ location: \\{ value: page } } };\\s*}\\s*");

    Application read() {
        List<Queue> queues =
                resolution.ofType("AWS::SQS::Queue").stream().map(this::queue).toList();
        List<Bucket> buckets = resolution.ofType("AWS::S3::Bucket").stream()
                .map(id -> new Bucket(id, resolution.name(id)))
                .toList();
        return new Application(
                resolution.ofType("AWS::DynamoDB::Table").stream()
                        .map(this::table)
                        .toList(),
                queues,
                buckets,
                resolution.ofType("AWS::Serverless::Function").stream()
                        .map(id -> function(id, queues))
                        .toList(),
                lines(),
                atMostOne("AWS::CloudFront::Distribution").map(id -> cdn(id, buckets)));
    }

    private Optional<String> atMostOne(String type) {
        List<String> all = resolution.ofType(type);
        if (all.size() > 1) {
            throw new InvalidTemplate("one " + type + " is supported here, not " + all);
        }
        return all.stream().findFirst();
    }

    private Table table(String logicalId) {
        Properties table = resolution.properties(logicalId);
        Properties timeToLive = table.under("TimeToLiveSpecification");
        return new Table(
                logicalId,
                resolution.name(logicalId),
                table.each("AttributeDefinitions").stream()
                        .collect(Collectors.toMap(
                                each -> each.text("AttributeName"), each -> each.text("AttributeType"))),
                key(table),
                table.each("GlobalSecondaryIndexes").stream()
                        .map(ApplicationReader::index)
                        .toList(),
                timeToLive.flag("Enabled") ? Optional.of(timeToLive.text("AttributeName")) : Optional.empty());
    }

    private static Index index(Properties index) {
        return new Index(
                index.text("IndexName"), key(index), index.under("Projection").text("ProjectionType"));
    }

    private static Key key(Properties holder) {
        Map<String, String> byType = holder.each("KeySchema").stream()
                .collect(Collectors.toMap(each -> each.text("KeyType"), each -> each.text("AttributeName")));
        if (!byType.containsKey("HASH")) {
            throw new InvalidTemplate(holder.where() + ".KeySchema needs an attribute with KeyType HASH");
        }
        return new Key(byType.get("HASH"), Optional.ofNullable(byType.get("RANGE")));
    }

    private Queue queue(String logicalId) {
        Properties queue = resolution.properties(logicalId);
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String attribute : QUEUE_ATTRIBUTES) {
            queue.optionalText(attribute).ifPresent(value -> attributes.put(attribute, value));
        }
        String name = resolution.name(logicalId);
        Properties policy = queue.under("RedrivePolicy");
        Optional<Redrive> redrive = policy.optionalText("deadLetterTargetArn")
                .map(arn -> new Redrive(arn.substring(arn.lastIndexOf(':') + 1), policy.number("maxReceiveCount", 10)));
        return new Queue(
                logicalId, name, resolution.deployment.queueUrl(name), queue.flag("FifoQueue"), attributes, redrive);
    }

    private Function function(String logicalId, List<Queue> queues) {
        Properties globals = resolution.globals();
        Properties function = resolution.properties(logicalId);
        Map<String, String> environment = new LinkedHashMap<>();
        for (Properties holder : List.of(globals, function)) {
            Properties variables = holder.under("Environment").under("Variables");
            variables
                    .names()
                    .forEach(name -> variables.optionalText(name).ifPresent(value -> environment.put(name, value)));
        }
        environment.putAll(resolution.deployment.variables());
        Properties events = function.under("Events");
        return new Function(
                logicalId,
                resolution.name(logicalId),
                function.text("Handler").replaceFirst("::.*", ""),
                function.text("CodeUri"),
                Duration.ofSeconds(function.number("Timeout", globals.number("Timeout", DEFAULT_TIMEOUT_S))),
                environment,
                Stream.concat(
                                events.names().stream()
                                        .map(events::under)
                                        .filter(ApplicationReader::isHere)
                                        .map(ApplicationReader::event),
                                resolution.ofType("AWS::Lambda::EventSourceMapping").stream()
                                        .map(resolution::properties)
                                        .filter(mapping -> named(mapping, "FunctionName", FUNCTION)
                                                .equals(logicalId))
                                        .map(mapping -> batches(mapping, queues)))
                        .toList());
    }

    /** Scheduled calls that are not told their time only keep Lambda's snapshots of functions alive. */
    private static boolean isHere(Properties event) {
        return !event.text("Type").equals("ScheduleV2")
                || event.under("Properties").text("Input").contains(SCHEDULED_TIME);
    }

    private static Event event(Properties event) {
        Properties properties = event.under("Properties");
        return switch (event.text("Type")) {
            case "HttpApi" ->
                new Route(
                        properties.optionalText("Method").orElse(Route.ANY).toUpperCase(Locale.ROOT),
                        properties.text("Path"));
            case "ScheduleV2" -> schedule(properties, properties.text("ScheduleExpression"));
            default -> throw event.wrong("Type", "HttpApi or ScheduleV2");
        };
    }

    private QueueBatches batches(Properties properties, List<Queue> queues) {
        String arn = properties.text("EventSourceArn");
        Queue queue = queues.stream()
                .filter(each -> resolution.attribute(each.logicalId(), "Arn").equals(arn))
                .findFirst()
                .orElseThrow(() -> properties.wrong("EventSourceArn", "the Arn of a queue in this template"));
        return new QueueBatches(
                queue,
                properties.number("BatchSize", DEFAULT_BATCH_SIZE),
                Duration.ofSeconds(properties.number("MaximumBatchingWindowInSeconds", 0)),
                properties.texts("FunctionResponseTypes").contains("ReportBatchItemFailures"),
                properties.under("ScalingConfig").number("MaximumConcurrency", DEFAULT_CONCURRENCY));
    }

    private static Schedule schedule(Properties properties, String expression) {
        Matcher rate = RATE.matcher(expression);
        if (!rate.matches()) {
            throw new InvalidTemplate(properties.where() + ": " + expression
                    + " is not supported in the local stack; use rate(N minutes|hours|days)");
        }
        ChronoUnit unit = ChronoUnit.valueOf(rate.group(2).toUpperCase(Locale.ROOT) + "S");
        return new Schedule(Duration.of(Long.parseLong(rate.group(1)), unit));
    }

    private Optional<WebSocketApi> lines() {
        return atMostOne("AWS::ApiGatewayV2::Stage").map(id -> {
            Properties properties = resolution.properties(id);
            String stage = properties.text("StageName");
            Map<String, String> routes = new LinkedHashMap<>();
            for (String route : resolution.ofType("AWS::ApiGatewayV2::Route")) {
                Properties integration =
                        resolution.properties(named(resolution.properties(route), "Target", INTEGRATION));
                routes.put(
                        resolution.properties(route).text("RouteKey"), named(integration, "IntegrationUri", FUNCTION));
            }
            return new WebSocketApi(
                    "wss://" + properties.text("ApiId") + ".execute-api." + resolution.deployment.region()
                            + ".amazonaws.com/" + stage,
                    stage,
                    routes);
        });
    }

    /** The resource that a property names in a text with placeholders, which need not be resolved to know it. */
    private static String named(Properties properties, String property, Pattern names) {
        Matcher name = names.matcher(String.valueOf(properties.written().get(property)));
        if (!name.find()) {
            throw new InvalidTemplate(
                    properties.where() + "." + property + " must name another resource as in " + names);
        }
        return name.group(1);
    }

    private Cdn cdn(String logicalId, List<Bucket> buckets) {
        Properties config = resolution.properties(logicalId).under("DistributionConfig");
        Map<String, Origin> origins = config.each("Origins").stream()
                .collect(Collectors.toMap(origin -> origin.text("Id"), origin -> origin(origin, buckets)));
        List<Behavior> behaviors = new ArrayList<>();
        for (Properties behavior : config.each("CacheBehaviors")) {
            behaviors.add(behavior(behavior, behavior.text("PathPattern"), origins));
        }
        behaviors.add(behavior(config.under("DefaultCacheBehavior"), "*", origins));
        return new Cdn(config.optionalText("DefaultRootObject").orElse(""), behaviors);
    }

    private Origin origin(Properties origin, List<Bucket> buckets) {
        String domain = origin.text("DomainName");
        Optional<Bucket> bucket = buckets.stream()
                .filter(each -> resolution
                        .attribute(each.logicalId(), "RegionalDomainName")
                        .equals(domain))
                .findFirst();
        if (bucket.isPresent()) {
            return new BucketOrigin(bucket.get());
        }
        if (resolution.ofType("AWS::Serverless::HttpApi").stream()
                .noneMatch(api -> domain.startsWith(api + ".execute-api."))) {
            throw origin.wrong("DomainName", "that of a bucket or of the HTTP API in this template");
        }
        return new ApiOrigin(origin.each("OriginCustomHeaders").stream()
                .collect(Collectors.toMap(header -> header.text("HeaderName"), header -> header.text("HeaderValue"))));
    }

    private Behavior behavior(Properties behavior, String pathPattern, Map<String, Origin> origins) {
        Origin origin = origins.get(behavior.text("TargetOriginId"));
        if (origin == null) {
            throw behavior.wrong("TargetOriginId", "one of " + origins.keySet());
        }
        List<String> methods = behavior.texts("AllowedMethods");
        List<Properties> functions = behavior.each("FunctionAssociations");
        Optional<Redirect> redirect = functions.stream().flatMap(this::redirect).findFirst();
        return new Behavior(
                pathPattern,
                redirect.<Origin>map(sent -> sent).orElse(origin),
                methods.isEmpty() ? List.of("GET", "HEAD") : methods,
                behavior.optionalText("ResponseHeadersPolicyId")
                        .filter(resolution::has)
                        .map(this::headers)
                        .orElse(Map.of()),
                redirect.isPresent()
                        ? Optional.empty()
                        : functions.stream().map(this::viewerHeader).findFirst());
    }

    private Stream<Redirect> redirect(Properties association) {
        Matcher code = REDIRECTS.matcher(
                resolution.properties(association.text("FunctionARN")).text("FunctionCode"));
        return association.text("EventType").equals("viewer-request") && code.matches()
                ? Stream.of(new Redirect(code.group(1), code.group(2), code.group(3)))
                : Stream.empty();
    }

    /** The header that a function of the CDN sets. Besides {@link Redirect}, no other functions are supported here. */
    private String viewerHeader(Properties association) {
        Properties function = resolution.properties(association.text("FunctionARN"));
        Matcher code = SETS_VIEWER.matcher(function.text("FunctionCode"));
        if (!association.text("EventType").equals("viewer-request") || !code.matches()) {
            throw new InvalidTemplate(function.where() + " is not supported in the local stack; functions that set"
                    + " a header of a viewer's request to event.viewer.ip, or redirect as ToDocumentation does, are");
        }
        return code.group(1);
    }

    /** The headers of a response headers policy, except those that only matter over HTTPS. */
    private Map<String, String> headers(String policyId) {
        Properties config = resolution
                .properties(policyId)
                .under("ResponseHeadersPolicyConfig")
                .only(Set.of("Name", "Comment", "SecurityHeadersConfig", "CustomHeadersConfig"));
        Properties security = config.under("SecurityHeadersConfig")
                .only(Set.of(
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
}

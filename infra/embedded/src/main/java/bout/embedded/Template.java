package bout.embedded;

import bout.embedded.Application.ApiOrigin;
import bout.embedded.Application.Behavior;
import bout.embedded.Application.Bucket;
import bout.embedded.Application.BucketOrigin;
import bout.embedded.Application.Cdn;
import bout.embedded.Application.Event;
import bout.embedded.Application.Function;
import bout.embedded.Application.Index;
import bout.embedded.Application.Key;
import bout.embedded.Application.Origin;
import bout.embedded.Application.Queue;
import bout.embedded.Application.QueueBatches;
import bout.embedded.Application.Redrive;
import bout.embedded.Application.Route;
import bout.embedded.Application.Schedule;
import bout.embedded.Application.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A SAM template: the only definition of routes, queues, functions, tables and buckets. Reads only what the local stack
 * needs; ignores policies, alarms and log groups.
 */
public final class Template {

    /** Defaults of SAM and Lambda for settings that neither the function nor Globals has. */
    private static final int DEFAULT_TIMEOUT_S = 3;

    private static final int DEFAULT_MEMORY_MB = 128;
    private static final int DEFAULT_BATCH_SIZE = 10;

    /** AWS's default limit of concurrent invocations in an account. */
    private static final int DEFAULT_CONCURRENCY = 1000;

    private static final int DEFAULT_VISIBILITY_S = 30;

    private static final String FIFO = ".fifo";

    /** Lambda's limit for a batch from a FIFO queue. */
    private static final int MAX_FIFO_BATCH = 10;

    /** The SQS attributes with the same name in CloudFormation. ElasticMQ ignores the retention period. */
    private static final List<String> QUEUE_ATTRIBUTES = List.of(
            "ContentBasedDeduplication",
            "DeduplicationScope",
            "DelaySeconds",
            "FifoQueue",
            "FifoThroughputLimit",
            "MaximumMessageSize",
            "ReceiveMessageWaitTimeSeconds",
            "VisibilityTimeout");

    private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

    private final Path file;
    private final Map<String, Object> document;

    private Template(Path file, Map<String, Object> document) {
        this.file = file;
        this.document = document;
    }

    /**
     * Reads a template.
     *
     * @throws InvalidTemplate if the file is missing, is not YAML, or has no resources
     */
    public static Template read(Path file) {
        Template template = new Template(file, TemplateYaml.read(file));
        if (template.section("Resources").isEmpty()) {
            throw new InvalidTemplate(file + " has no Resources");
        }
        return template;
    }

    /**
     * The nearest {@code template.yaml} in {@code directory} or above it.
     *
     * @throws InvalidTemplate if there is none
     */
    public static Path nearest(Path directory) {
        for (Path place = directory.toAbsolutePath(); place != null; place = place.getParent()) {
            Path candidate = place.resolve("template.yaml");
            if (Files.isRegularFile(candidate)) {
                return candidate;
            }
        }
        throw new InvalidTemplate("there is no template.yaml in " + directory.toAbsolutePath() + " or above it");
    }

    /**
     * The application that this template describes for one deployment.
     *
     * @throws InvalidTemplate if something required is missing, or something is not supported here
     */
    public Application application(Deployment deployment) {
        return new Resolution(deployment).application();
    }

    /**
     * The resources as written, by logical id, with intrinsic functions in their long forms. Use it for what the local
     * stack does not need, and {@link #application} therefore leaves out.
     */
    public Map<String, Object> resources() {
        return Collections.unmodifiableMap(section("Resources"));
    }

    /** The names of the parameters. */
    public Set<String> parameters() {
        return Collections.unmodifiableSet(section("Parameters").keySet());
    }

    /** The names of the outputs. */
    public Set<String> outputs() {
        return Collections.unmodifiableSet(section("Outputs").keySet());
    }

    @SuppressWarnings("unchecked") // TemplateYaml accepts only text keys
    private Map<String, Object> section(String name) {
        return switch (document.get(name)) {
            case null -> Map.of();
            case Map<?, ?> map -> (Map<String, Object>) map;
            default -> throw new InvalidTemplate(file + ": " + name + " must be a mapping");
        };
    }

    /** Resolves the template for one deployment. */
    private final class Resolution implements Intrinsics.Resources {

        private final Deployment deployment;
        private final Map<String, Object> resources = section("Resources");
        private final Intrinsics intrinsics;

        Resolution(Deployment deployment) {
            this.deployment = deployment;
            this.intrinsics = new Intrinsics(parameters(), section("Conditions"), deployment, this);
        }

        private Map<String, Object> parameters() {
            Map<String, Object> values = new LinkedHashMap<>();
            section("Parameters").forEach((name, declared) -> {
                Object value = deployment.parameters().get(name);
                if (value == null && declared instanceof Map<?, ?> declaration) {
                    value = declaration.get("Default");
                }
                if (value == null) {
                    throw new InvalidTemplate(file + ": the parameter " + name + " has no Default and was not given");
                }
                values.put(name, value);
            });
            for (String given : deployment.parameters().keySet()) {
                if (!values.containsKey(given)) {
                    throw new InvalidTemplate(file + " has no parameter " + given + "; it has " + values.keySet());
                }
            }
            return values;
        }

        Application application() {
            List<Bucket> buckets = ofType("AWS::S3::Bucket").stream()
                    .map(id -> new Bucket(id, bucketName(id)))
                    .toList();
            List<Queue> queues =
                    ofType("AWS::SQS::Queue").stream().map(this::queue).toList();
            List<Cdn> cdns = ofType("AWS::CloudFront::Distribution").stream()
                    .map(id -> cdn(id, buckets))
                    .toList();
            if (cdns.size() > 1) {
                throw new InvalidTemplate(file + " has " + cdns.size() + " distributions; one is supported here");
            }
            return new Application(
                    ofType("AWS::DynamoDB::Table").stream().map(this::table).toList(),
                    queues,
                    buckets,
                    ofType("AWS::Serverless::Function").stream()
                            .map(id -> function(id, queues))
                            .toList(),
                    cdns.stream().findFirst());
        }

        // Names and references --------------------------------------------------------------------------------------

        @Override
        public boolean has(String logicalId) {
            return resources.containsKey(logicalId);
        }

        @Override
        public Object reference(String logicalId) {
            return switch (type(logicalId)) {
                case "AWS::DynamoDB::Table" -> tableName(logicalId);
                case "AWS::S3::Bucket" -> bucketName(logicalId);
                case "AWS::SQS::Queue" ->
                    deployment.queueUrl(queueName(logicalId)).toString();
                case "AWS::Serverless::Function" -> functionName(logicalId);
                default -> logicalId;
            };
        }

        @Override
        public Object attribute(String logicalId, String attribute) {
            String type = type(logicalId);
            Optional<Object> value =
                    switch (type) {
                        case "AWS::DynamoDB::Table" ->
                            switch (attribute) {
                                case "Arn" -> Optional.of(arn("dynamodb", "table/" + tableName(logicalId)));
                                default -> Optional.empty();
                            };
                        case "AWS::S3::Bucket" ->
                            switch (attribute) {
                                case "Arn" -> Optional.of("arn:aws:s3:::" + bucketName(logicalId));
                                case "DomainName", "RegionalDomainName" -> Optional.of(bucketDomain(logicalId));
                                default -> Optional.empty();
                            };
                        case "AWS::SQS::Queue" ->
                            switch (attribute) {
                                case "Arn" -> Optional.of(arn("sqs", queueName(logicalId)));
                                case "QueueName" -> Optional.of(queueName(logicalId));
                                case "QueueUrl" -> Optional.of(reference(logicalId));
                                default -> Optional.empty();
                            };
                        case "AWS::Serverless::Function" ->
                            switch (attribute) {
                                case "Arn" -> Optional.of(arn("lambda", "function:" + functionName(logicalId)));
                                default -> Optional.empty();
                            };
                        default -> Optional.empty();
                    };
            return value.orElseThrow(() -> new InvalidTemplate(
                    file + ": " + logicalId + "." + attribute + " (" + type + ") is not supported in the local stack"));
        }

        private String arn(String service, String rest) {
            return "arn:aws:" + service + ":" + deployment.region() + ":" + Deployment.ACCOUNT + ":" + rest;
        }

        private String tableName(String logicalId) {
            return properties(logicalId, "TableName").optionalText("TableName").orElse(generatedName(logicalId));
        }

        private String functionName(String logicalId) {
            return properties(logicalId, "FunctionName")
                    .optionalText("FunctionName")
                    .orElse(generatedName(logicalId));
        }

        private String bucketName(String logicalId) {
            return properties(logicalId, "BucketName")
                    .optionalText("BucketName")
                    .orElse(generatedName(logicalId).toLowerCase(Locale.ROOT));
        }

        private String queueName(String logicalId) {
            Properties queue = properties(logicalId, "QueueName", "FifoQueue");
            return queue.optionalText("QueueName")
                    .orElse(generatedName(logicalId) + (queue.flag("FifoQueue") ? FIFO : ""));
        }

        /** CloudFormation adds a random suffix; in the local stack, the name must be the same after a restart. */
        private String generatedName(String logicalId) {
            return deployment.stackName() + "-" + logicalId;
        }

        private String bucketDomain(String logicalId) {
            return bucketName(logicalId) + ".s3." + deployment.region() + ".amazonaws.com";
        }

        // Resources -------------------------------------------------------------------------------------------------

        private List<String> ofType(String type) {
            List<String> logicalIds = new ArrayList<>();
            for (String logicalId : resources.keySet()) {
                if (type(logicalId).equals(type) && isMade(logicalId)) {
                    logicalIds.add(logicalId);
                }
            }
            return logicalIds;
        }

        private boolean isMade(String logicalId) {
            return !(resource(logicalId).get("Condition") instanceof String condition) || intrinsics.holds(condition);
        }

        private Map<?, ?> resource(String logicalId) {
            if (resources.get(logicalId) instanceof Map<?, ?> resource) {
                return resource;
            }
            throw new InvalidTemplate(file + ": there is no resource " + logicalId);
        }

        private String type(String logicalId) {
            if (resource(logicalId).get("Type") instanceof String type) {
                return type;
            }
            throw new InvalidTemplate(file + ": the resource " + logicalId + " needs a Type");
        }

        /**
         * Resolves only the named properties: others may refer to things that exist only in an account, or back to the
         * resource itself.
         */
        private Properties properties(String logicalId, String... names) {
            Map<String, Object> values = new LinkedHashMap<>();
            if (resource(logicalId).get("Properties") instanceof Map<?, ?> declared) {
                for (String name : names) {
                    if (declared.get(name) != null) {
                        values.put(name, declared.get(name));
                    }
                }
            }
            return resolved(file + ": " + logicalId, values);
        }

        @SuppressWarnings("unchecked") // a map resolves to a map
        private Properties resolved(String where, Map<String, Object> values) {
            try {
                return new Properties(where, (Map<String, Object>) intrinsics.resolve(values));
            } catch (InvalidTemplate problem) {
                throw problem.getMessage().startsWith(file.toString())
                        ? problem
                        : new InvalidTemplate(where + ": " + problem.getMessage(), problem);
            }
        }

        private Table table(String logicalId) {
            Properties table = properties(
                    logicalId,
                    "AttributeDefinitions",
                    "KeySchema",
                    "GlobalSecondaryIndexes",
                    "TimeToLiveSpecification");
            Map<String, String> attributes = new LinkedHashMap<>();
            table.each("AttributeDefinitions")
                    .forEach(each -> attributes.put(each.text("AttributeName"), each.text("AttributeType")));
            List<Index> indexes = table.each("GlobalSecondaryIndexes").stream()
                    .map(index -> {
                        Properties projection = index.under("Projection");
                        return new Index(
                                index.text("IndexName"),
                                key(index),
                                projection.text("ProjectionType"),
                                projection.texts("NonKeyAttributes"));
                    })
                    .toList();
            Properties timeToLive = table.under("TimeToLiveSpecification");
            return new Table(
                    logicalId,
                    tableName(logicalId),
                    attributes,
                    key(table),
                    indexes,
                    timeToLive.flag("Enabled") ? Optional.of(timeToLive.text("AttributeName")) : Optional.empty());
        }

        private Key key(Properties holder) {
            Map<String, String> byType = new LinkedHashMap<>();
            holder.each("KeySchema").forEach(each -> byType.put(each.text("KeyType"), each.text("AttributeName")));
            if (!byType.containsKey("HASH")) {
                throw new InvalidTemplate(holder.where() + ".KeySchema needs an attribute with KeyType HASH");
            }
            return new Key(byType.get("HASH"), Optional.ofNullable(byType.get("RANGE")));
        }

        private Queue queue(String logicalId) {
            List<String> names = new ArrayList<>(QUEUE_ATTRIBUTES);
            names.add("RedrivePolicy");
            Properties queue = properties(logicalId, names.toArray(String[]::new));
            Map<String, String> attributes = new LinkedHashMap<>();
            for (String attribute : QUEUE_ATTRIBUTES) {
                queue.optionalText(attribute).ifPresent(value -> attributes.put(attribute, value));
            }
            Optional<Redrive> redrive = Optional.empty();
            if (queue.has("RedrivePolicy")) {
                Properties policy = queue.under("RedrivePolicy");
                String arn = policy.text("deadLetterTargetArn");
                redrive = Optional.of(
                        new Redrive(arn.substring(arn.lastIndexOf(':') + 1), policy.number("maxReceiveCount", 10)));
            }
            String name = queueName(logicalId);
            if (queue.flag("FifoQueue") != name.endsWith(FIFO)) {
                throw new InvalidTemplate(
                        queue.where() + ": names of FIFO queues must end in .fifo, and names of other queues must not"
                                + FIFO + "; this one is " + name);
            }
            if (redrive.isPresent()
                    && queue.flag("FifoQueue")
                            != redrive.get().deadLetterQueue().endsWith(FIFO)) {
                throw new InvalidTemplate(queue.where() + ": a queue and its dead-letter queue "
                        + redrive.get().deadLetterQueue() + " must both be FIFO queues or neither");
            }
            return new Queue(
                    logicalId,
                    name,
                    deployment.queueUrl(name),
                    queue.flag("FifoQueue"),
                    attributes,
                    Duration.ofSeconds(queue.number("VisibilityTimeout", DEFAULT_VISIBILITY_S)),
                    redrive);
        }

        // Functions -------------------------------------------------------------------------------------------------

        private Function function(String logicalId, List<Queue> queues) {
            Properties globals = resolved(file + ": Globals.Function", globalsOf("Function"));
            Properties function =
                    properties(logicalId, "Handler", "CodeUri", "Timeout", "MemorySize", "Environment", "Events");
            Map<String, String> environment = new LinkedHashMap<>();
            for (Properties holder : List.of(globals, function)) {
                Properties variables = holder.under("Environment").under("Variables");
                variables.values().keySet().forEach(name -> environment.put(name, variables.text(name)));
            }
            List<Event> events = new ArrayList<>();
            Properties declared = function.under("Events");
            for (String name : declared.values().keySet()) {
                events.add(event(declared.under(name), queues));
            }
            String handler = function.text("Handler");
            int method = handler.indexOf("::");
            return new Function(
                    logicalId,
                    functionName(logicalId),
                    method < 0 ? handler : handler.substring(0, method),
                    function.text("CodeUri"),
                    Duration.ofSeconds(function.number("Timeout", globals.number("Timeout", DEFAULT_TIMEOUT_S))),
                    function.number("MemorySize", globals.number("MemorySize", DEFAULT_MEMORY_MB)),
                    environment,
                    events);
        }

        private Map<String, Object> globalsOf(String kind) {
            Map<String, Object> selected = new LinkedHashMap<>();
            if (section("Globals").get(kind) instanceof Map<?, ?> globals) {
                for (String name : List.of("Timeout", "MemorySize", "Environment")) {
                    if (globals.get(name) != null) {
                        selected.put(name, globals.get(name));
                    }
                }
            }
            return selected;
        }

        private Event event(Properties event, List<Queue> queues) {
            Properties properties = event.under("Properties");
            return switch (event.text("Type")) {
                case "HttpApi" ->
                    properties.has("Path")
                            ? new Route(
                                    properties
                                            .optionalText("Method")
                                            .map(method -> method.toUpperCase(Locale.ROOT))
                                            .orElse(Route.ANY),
                                    properties.text("Path"))
                            : new Route(Route.ANY, Route.DEFAULT);
                case "SQS" -> batches(properties, queues);
                case "Schedule" -> schedule(properties, properties.text("Schedule"));
                case "ScheduleV2" -> schedule(properties, properties.text("ScheduleExpression"));
                default -> throw event.wrong("Type", "one of HttpApi, SQS, Schedule and ScheduleV2");
            };
        }

        private QueueBatches batches(Properties properties, List<Queue> queues) {
            String arn = properties.text("Queue");
            Queue queue = queues.stream()
                    .filter(each -> arn("sqs", each.name()).equals(arn))
                    .findFirst()
                    .orElseThrow(() -> properties.wrong("Queue", "the Arn of a queue in this template"));
            int batchSize = properties.number("BatchSize", DEFAULT_BATCH_SIZE);
            int window = properties.number("MaximumBatchingWindowInSeconds", 0);
            if (queue.fifo() && (batchSize > MAX_FIFO_BATCH || window > 0)) {
                throw new InvalidTemplate(properties.where() + ": Lambda takes at most " + MAX_FIFO_BATCH
                        + " messages at once from a FIFO queue, and does not wait for more");
            }
            return new QueueBatches(
                    queue,
                    batchSize,
                    Duration.ofSeconds(window),
                    properties.texts("FunctionResponseTypes").contains("ReportBatchItemFailures"),
                    properties.under("ScalingConfig").number("MaximumConcurrency", DEFAULT_CONCURRENCY));
        }

        private Schedule schedule(Properties properties, String expression) {
            Matcher rate = RATE.matcher(expression);
            if (!rate.matches() || rate.group(1).matches("0+")) {
                throw new InvalidTemplate(properties.where() + ": " + expression
                        + " is not supported in the local stack; use rate(N minutes|hours|days)");
            }
            long count = Long.parseLong(rate.group(1));
            return new Schedule(
                    switch (rate.group(2)) {
                        case "minute" -> Duration.ofMinutes(count);
                        case "hour" -> Duration.ofHours(count);
                        default -> Duration.ofDays(count);
                    });
        }

        // The CDN ---------------------------------------------------------------------------------------------------

        private Cdn cdn(String logicalId, List<Bucket> buckets) {
            Map<String, Object> selected = new LinkedHashMap<>();
            if (resource(logicalId).get("Properties") instanceof Map<?, ?> declared
                    && declared.get("DistributionConfig") instanceof Map<?, ?> config) {
                for (String name : List.of("DefaultRootObject", "Origins", "DefaultCacheBehavior", "CacheBehaviors")) {
                    if (config.get(name) != null) {
                        selected.put(name, config.get(name));
                    }
                }
            }
            Properties config = resolved(file + ": " + logicalId + ".DistributionConfig", selected);
            Map<String, Origin> origins = new LinkedHashMap<>();
            for (Properties origin : config.each("Origins")) {
                origins.put(origin.text("Id"), origin(origin, buckets));
            }
            List<Behavior> behaviors = new ArrayList<>();
            for (Properties behavior : config.each("CacheBehaviors")) {
                behaviors.add(behavior(behavior, behavior.text("PathPattern"), origins));
            }
            behaviors.add(behavior(config.under("DefaultCacheBehavior"), "*", origins));
            return new Cdn(config.optionalText("DefaultRootObject").orElse(""), behaviors);
        }

        private Origin origin(Properties origin, List<Bucket> buckets) {
            String domain = origin.text("DomainName");
            for (Bucket bucket : buckets) {
                if (bucketDomain(bucket.logicalId()).equals(domain)) {
                    return new BucketOrigin(bucket);
                }
            }
            for (String api : ofType("AWS::Serverless::HttpApi")) {
                if (domain.startsWith(reference(api) + ".execute-api.")) {
                    return new ApiOrigin();
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
                            .filter(this::has)
                            .map(this::headers)
                            .orElse(Map.of()));
        }

        /** The headers of a response headers policy, except those that only matter over HTTPS. */
        private Map<String, String> headers(String policyId) {
            Properties config =
                    properties(policyId, "ResponseHeadersPolicyConfig").under("ResponseHeadersPolicyConfig");
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
}

package bout.cloud.template;

import bout.cloud.template.Application.Bucket;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Throttle;
import bout.cloud.template.Application.Throttles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Resolves a template for one deployment: its parameters, the names of its resources, and references to them. */
final class Resolution implements Intrinsics.Resources {

    private final Template template;
    private final Path file;
    private final Deployment deployment;
    private final Map<String, Object> resources;
    private final Intrinsics intrinsics;

    Resolution(Template template, Deployment deployment) {
        this.template = template;
        this.file = template.file();
        this.deployment = deployment;
        this.resources = template.section("Resources");
        this.intrinsics = new Intrinsics(parameters(), template.section("Conditions"), deployment, this);
    }

    Map<String, String> variables() {
        return deployment.variables();
    }

    private Map<String, Object> parameters() {
        Map<String, Object> values = new LinkedHashMap<>();
        template.section("Parameters").forEach((name, declared) -> {
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
            if (!values.containsKey(given) && !given.startsWith(Deployment.VARIABLE)) {
                throw new InvalidTemplate(file + " has no parameter " + given + "; it has " + values.keySet());
            }
        }
        return values;
    }

    Application application() {
        List<Bucket> buckets = ofType("AWS::S3::Bucket").stream()
                .map(id -> new Bucket(id, bucketName(id)))
                .toList();
        StoredResources stored = new StoredResources(this, deployment);
        List<Queue> queues =
                ofType("AWS::SQS::Queue").stream().map(stored::queue).toList();
        FunctionResources functions = new FunctionResources(this, template, queues);
        CdnResources delivery = new CdnResources(this, buckets);
        List<Cdn> cdns = ofType("AWS::CloudFront::Distribution").stream()
                .map(delivery::cdn)
                .toList();
        if (cdns.size() > 1) {
            throw new InvalidTemplate(file + " has " + cdns.size() + " distributions; one is supported here");
        }
        return new Application(
                ofType("AWS::DynamoDB::Table").stream().map(stored::table).toList(),
                queues,
                buckets,
                ofType("AWS::Serverless::Function").stream()
                        .map(functions::function)
                        .toList(),
                throttles(),
                new LineResources(this, deployment, template.file()).api(),
                cdns.stream().findFirst());
    }

    private Throttles throttles() {
        List<String> apis = ofType("AWS::Serverless::HttpApi");
        if (apis.isEmpty()) {
            return new Throttles(Optional.empty(), Map.of());
        }
        if (apis.size() > 1) {
            throw new InvalidTemplate(file + " has " + apis.size() + " HTTP APIs; one is supported here");
        }
        Properties api = properties(apis.getFirst(), "DefaultRouteSettings", "RouteSettings");
        Properties settings = api.under("RouteSettings");
        Map<String, Throttle> routes = new LinkedHashMap<>();
        for (String route : settings.values().keySet()) {
            throttle(settings.under(route)).ifPresent(throttle -> routes.put(route, throttle));
        }
        return new Throttles(throttle(api.under("DefaultRouteSettings")), routes);
    }

    private static Optional<Throttle> throttle(Properties settings) {
        return settings.has("ThrottlingRateLimit")
                ? Optional.of(new Throttle(
                        settings.number("ThrottlingRateLimit", 0), settings.number("ThrottlingBurstLimit", 0)))
                : Optional.empty();
    }

    @Override
    public boolean has(String logicalId) {
        return resources.containsKey(logicalId);
    }

    @Override
    public Object reference(String logicalId) {
        return switch (type(logicalId)) {
            case "AWS::DynamoDB::Table" -> tableName(logicalId);
            case "AWS::S3::Bucket" -> bucketName(logicalId);
            case "AWS::SQS::Queue" -> deployment.queueUrl(queueName(logicalId)).toString();
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
                    case "AWS::CloudFront::Distribution" ->
                        switch (attribute) {
                            case "DomainName" -> Optional.of("localhost");
                            default -> Optional.empty();
                        };
                    case "AWS::CloudFront::Function" ->
                        switch (attribute) {
                            case "FunctionARN" -> Optional.of(logicalId);
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

    String arn(String service, String rest) {
        return "arn:aws:" + service + ":" + deployment.region() + ":" + Deployment.ACCOUNT + ":" + rest;
    }

    String tableName(String logicalId) {
        return properties(logicalId, "TableName").optionalText("TableName").orElse(generatedName(logicalId));
    }

    String functionName(String logicalId) {
        return properties(logicalId, "FunctionName")
                .optionalText("FunctionName")
                .orElse(generatedName(logicalId));
    }

    String bucketName(String logicalId) {
        return properties(logicalId, "BucketName")
                .optionalText("BucketName")
                .orElse(generatedName(logicalId).toLowerCase(Locale.ROOT));
    }

    String queueName(String logicalId) {
        Properties queue = properties(logicalId, "QueueName", "FifoQueue");
        return queue.optionalText("QueueName")
                .orElse(generatedName(logicalId) + (queue.flag("FifoQueue") ? StoredResources.FIFO : ""));
    }

    /** CloudFormation adds a random suffix; in the local stack, the name must be the same after a restart. */
    private String generatedName(String logicalId) {
        return deployment.stackName() + "-" + logicalId;
    }

    String bucketDomain(String logicalId) {
        return bucketName(logicalId) + ".s3." + deployment.region() + ".amazonaws.com";
    }

    List<String> ofType(String type) {
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

    Map<?, ?> resource(String logicalId) {
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
    Properties properties(String logicalId, String... names) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (resource(logicalId).get("Properties") instanceof Map<?, ?> declared) {
            for (String name : names) {
                if (declared.get(name) != null) {
                    values.put(name, declared.get(name));
                }
            }
        }
        return resolved(logicalId, values);
    }

    /** A property as it is in the template, with its functions. */
    Object written(String logicalId, String property) {
        return resource(logicalId).get("Properties") instanceof Map<?, ?> declared ? declared.get(property) : null;
    }

    /** @param part where the values are in the template */
    @SuppressWarnings("unchecked") // a map resolves to a map
    Properties resolved(String part, Map<String, Object> values) {
        String where = file + ": " + part;
        try {
            return new Properties(where, (Map<String, Object>) intrinsics.resolve(values));
        } catch (InvalidTemplate problem) {
            throw problem.getMessage().startsWith(file.toString())
                    ? problem
                    : new InvalidTemplate(where + ": " + problem.getMessage(), problem);
        }
    }
}

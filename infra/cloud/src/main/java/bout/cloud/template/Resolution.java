package bout.cloud.template;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves a template for one deployment: its parameters, the names of its resources, and CloudFormation's intrinsic
 * functions, as far as the template uses them.
 */
final class Resolution {

    /** Stands for {@code AWS::NoValue}: removes the property it is assigned to. */
    static final Object NO_VALUE = new Object();

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(!?)([^}]+)}");

    final Deployment deployment;
    private final Template template;
    private final Map<String, Object> parameters = new HashMap<>();

    Resolution(Template template, Deployment deployment) {
        this.template = template;
        this.deployment = deployment;
        template.section("Parameters").forEach((name, declared) -> {
            Object value = deployment.parameters().get(name);
            if (value == null && declared instanceof Map<?, ?> declaration) {
                value = declaration.get("Default");
            }
            if (value == null) {
                throw new InvalidTemplate(
                        template.file() + ": the parameter " + name + " has no Default and was not given");
            }
            parameters.put(name, value);
        });
        for (String given : deployment.parameters().keySet()) {
            if (!parameters.containsKey(given) && !given.startsWith(Deployment.VARIABLE)) {
                throw new InvalidTemplate(
                        template.file() + " has no parameter " + given + "; it has " + parameters.keySet());
            }
        }
        parameters.put("AWS::AccountId", Deployment.ACCOUNT);
        parameters.put("AWS::NoValue", NO_VALUE);
        parameters.put("AWS::Partition", "aws");
        parameters.put("AWS::Region", deployment.region());
        parameters.put("AWS::StackName", deployment.stackName());
        parameters.put("AWS::URLSuffix", "amazonaws.com");
    }

    /** The resources of a type whose condition holds, by logical id. */
    List<String> ofType(String type) {
        return template.section("Resources").keySet().stream()
                .filter(id -> type(id).equals(type))
                .filter(id -> !(resource(id).get("Condition") instanceof String condition) || holds(condition))
                .toList();
    }

    boolean has(String logicalId) {
        return template.section("Resources").containsKey(logicalId);
    }

    private Map<?, ?> resource(String logicalId) {
        if (template.section("Resources").get(logicalId) instanceof Map<?, ?> resource) {
            return resource;
        }
        throw new InvalidTemplate(template.file() + ": there is no resource " + logicalId);
    }

    private String type(String logicalId) {
        if (resource(logicalId).get("Type") instanceof String type) {
            return type;
        }
        throw new InvalidTemplate(template.file() + ": the resource " + logicalId + " needs a Type");
    }

    Properties properties(String logicalId) {
        return properties(logicalId, resource(logicalId).get("Properties"));
    }

    /** The settings that all functions have unless they have their own. */
    Properties globals() {
        return properties("Globals", template.section("Globals")).under("Function");
    }

    private Properties properties(String where, Object written) {
        return new Properties(this, template.file() + ": " + where, written instanceof Map<?, ?> map ? map : Map.of());
    }

    /** The name of a table, queue, bucket or function. */
    String name(String logicalId) {
        Properties properties = properties(logicalId);
        // CloudFormation adds a random suffix; in the local stack, the name must be the same after a restart.
        String generated = deployment.stackName() + "-" + logicalId;
        return switch (type(logicalId)) {
            case "AWS::DynamoDB::Table" -> properties.optionalText("TableName").orElse(generated);
            case "AWS::S3::Bucket" -> properties.optionalText("BucketName").orElse(generated.toLowerCase(Locale.ROOT));
            case "AWS::SQS::Queue" ->
                properties
                        .optionalText("QueueName")
                        .orElseGet(() -> properties.flag("FifoQueue") ? generated + ".fifo" : generated);
            case "AWS::Serverless::Function" ->
                properties.optionalText("FunctionName").orElse(generated);
            default -> logicalId;
        };
    }

    private Object reference(String name) {
        if (parameters.containsKey(name)) {
            return parameters.get(name);
        }
        if (has(name)) {
            return type(name).equals("AWS::SQS::Queue")
                    ? deployment.queueUrl(name(name)).toString()
                    : name(name);
        }
        throw new InvalidTemplate("!Ref " + name + ": there is no such parameter or resource");
    }

    String attribute(String logicalId, String attribute) {
        return switch (type(logicalId) + "." + attribute) {
            case "AWS::DynamoDB::Table.Arn" -> arn("dynamodb", "table/" + name(logicalId));
            case "AWS::S3::Bucket.Arn" -> "arn:aws:s3:::" + name(logicalId);
            case "AWS::S3::Bucket.RegionalDomainName" ->
                name(logicalId) + ".s3." + deployment.region() + ".amazonaws.com";
            case "AWS::SQS::Queue.Arn" -> arn("sqs", name(logicalId));
            case "AWS::SQS::Queue.QueueName" -> name(logicalId);
            case "AWS::CloudFront::Distribution.DomainName" -> "localhost";
            case "AWS::CloudFront::Function.FunctionARN" -> logicalId;
            case "AWS::Serverless::Function.Arn" -> arn("lambda", "function:" + name(logicalId));
            default ->
                throw new InvalidTemplate(
                        logicalId + "." + attribute + " (" + type(logicalId) + ") is not supported in the local stack");
        };
    }

    private String arn(String service, String rest) {
        return "arn:aws:" + service + ":" + deployment.region() + ":" + Deployment.ACCOUNT + ":" + rest;
    }

    /** Evaluates a function, and those in a list. Maps are left for {@link Properties}. */
    Object resolve(Object value) {
        return switch (value) {
            case Map<?, ?> map
            when isFunction(map) -> {
                Map.Entry<?, ?> call = map.entrySet().iterator().next();
                yield call((String) call.getKey(), call.getValue());
            }
            case List<?> list ->
                list.stream()
                        .map(this::resolve)
                        .filter(each -> each != NO_VALUE)
                        .toList();
            case null, default -> value;
        };
    }

    private static boolean isFunction(Map<?, ?> map) {
        return map.size() == 1
                && map.keySet().iterator().next() instanceof String name
                && (name.equals("Ref") || name.startsWith("Fn::"));
    }

    private Object call(String function, Object argument) {
        return switch (function) {
            case "Ref" -> reference((String) argument);
            case "Fn::Sub" -> substitute((String) argument);
            case "Fn::GetAtt" -> {
                List<?> parts = arguments(function, argument, 2);
                yield attribute((String) parts.get(0), (String) parts.get(1));
            }
            case "Fn::If" -> {
                List<?> parts = arguments(function, argument, 3);
                yield resolve(parts.get(holds((String) parts.get(0)) ? 1 : 2));
            }
            case "Fn::Equals" -> {
                List<?> parts = arguments(function, resolve(argument), 2);
                yield parts.get(0).toString().equals(parts.get(1).toString());
            }
            case "Fn::Not" -> arguments(function, resolve(argument), 1).getFirst() == Boolean.FALSE;
            default ->
                throw new InvalidTemplate("the function " + function
                        + " is not supported here; supported are Ref, GetAtt, Sub, If, Equals, Not");
        };
    }

    private static List<?> arguments(String function, Object argument, int count) {
        if (argument instanceof List<?> list && list.size() == count) {
            return list;
        }
        throw new InvalidTemplate(function + " needs " + count + " arguments, not " + argument);
    }

    private boolean holds(String condition) {
        if (resolve(template.section("Conditions").get(condition)) instanceof Boolean holds) {
            return holds;
        }
        throw new InvalidTemplate("there is no condition " + condition + " under Conditions");
    }

    private String substitute(String pattern) {
        return PLACEHOLDER.matcher(pattern).replaceAll(placeholder -> {
            String name = placeholder.group(2).trim();
            int dot = name.indexOf('.');
            Object value = !placeholder.group(1).isEmpty()
                    ? "${" + name + "}" // ${!x} is a literal ${x}
                    : dot < 0 ? reference(name) : attribute(name.substring(0, dot), name.substring(dot + 1));
            return Matcher.quoteReplacement(value.toString());
        });
    }

    /** A problem with its place, unless it has one. */
    InvalidTemplate at(String where, InvalidTemplate problem) {
        return problem.getMessage().startsWith(template.file().toString())
                ? problem
                : new InvalidTemplate(where + ": " + problem.getMessage(), problem);
    }
}

package bout.cloud.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates CloudFormation's intrinsic functions: {@code Ref}, {@code Fn::GetAtt}, {@code Fn::Sub}, {@code Fn::Join},
 * {@code Fn::Select}, {@code Fn::Split}, {@code Fn::If} and the conditions.
 */
final class Intrinsics {

    /** Resolves {@code Ref} and {@code Fn::GetAtt} of resources. */
    interface Resources {

        boolean has(String logicalId);

        Object reference(String logicalId);

        Object attribute(String logicalId, String attribute);
    }

    /** Stands for {@code AWS::NoValue}: removes the property it is assigned to. */
    private static final Object NO_VALUE = new Object();

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(!?)([^}]+)}");

    private final Map<String, Object> parameters;
    private final Map<String, Object> conditions;
    private final Map<String, Object> pseudoParameters;
    private final Resources resources;

    Intrinsics(
            Map<String, Object> parameters,
            Map<String, Object> conditions,
            Deployment deployment,
            Resources resources) {
        this.parameters = parameters;
        this.conditions = conditions;
        this.resources = resources;
        this.pseudoParameters = Map.of(
                "AWS::AccountId",
                Deployment.ACCOUNT,
                "AWS::NoValue",
                NO_VALUE,
                "AWS::Partition",
                "aws",
                "AWS::Region",
                deployment.region(),
                "AWS::StackName",
                deployment.stackName(),
                "AWS::URLSuffix",
                "amazonaws.com");
    }

    /** Evaluates every function in the value. */
    Object resolve(Object value) {
        return switch (value) {
            case Map<?, ?> map -> isFunction(map) ? call(map) : resolveEntries(map);
            case List<?> list -> {
                List<Object> resolved = new ArrayList<>(list.size());
                for (Object element : list) {
                    Object each = resolve(element);
                    if (each != NO_VALUE) {
                        resolved.add(each);
                    }
                }
                yield resolved;
            }
            case null -> null;
            default -> value;
        };
    }

    private Map<String, Object> resolveEntries(Map<?, ?> map) {
        Map<String, Object> resolved = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            Object each = resolve(value);
            if (each != NO_VALUE) {
                resolved.put((String) key, each);
            }
        });
        return resolved;
    }

    /** Whether the named condition is true. */
    boolean holds(String condition) {
        if (!conditions.containsKey(condition)) {
            throw new InvalidTemplate("there is no condition " + condition + " under Conditions");
        }
        return truth(conditions.get(condition));
    }

    private boolean truth(Object condition) {
        Object value = condition instanceof Map<?, ?> map && isFunction(map) ? call(map) : resolve(condition);
        return switch (value) {
            case Boolean bool -> bool;
            case String text when text.equals("true") || text.equals("false") -> Boolean.parseBoolean(text);
            case null, default -> throw new InvalidTemplate("a condition must be true or false, not " + value);
        };
    }

    private static boolean isFunction(Map<?, ?> map) {
        if (map.size() != 1 || !(map.keySet().iterator().next() instanceof String name)) {
            return false;
        }
        // A bare {Condition: text} refers to a condition; in a policy, Condition is a map.
        return name.equals("Ref")
                || name.startsWith("Fn::")
                || name.equals("Condition") && map.get(name) instanceof String;
    }

    private Object call(Map<?, ?> function) {
        String name = (String) function.keySet().iterator().next();
        Object argument = function.get(name);
        return switch (name) {
            case "Ref" -> reference(text(name, argument));
            case "Condition" -> holds(text(name, argument));
            case "Fn::GetAtt" -> {
                List<?> parts = arguments(name, argument, 2);
                yield resources.attribute(text(name, parts.get(0)), text(name, resolve(parts.get(1))));
            }
            case "Fn::Sub" -> substitute(argument);
            case "Fn::Join" -> {
                List<?> parts = arguments(name, argument, 2);
                List<String> texts = new ArrayList<>();
                for (Object part : list(name, resolve(parts.get(1)))) {
                    texts.add(text(name, part));
                }
                yield String.join(text(name, parts.get(0)), texts);
            }
            case "Fn::Split" -> {
                List<?> parts = arguments(name, argument, 2);
                yield List.of(text(name, resolve(parts.get(1))).split(Pattern.quote(text(name, parts.get(0))), -1));
            }
            case "Fn::Select" -> {
                List<?> parts = arguments(name, argument, 2);
                int index = Integer.parseInt(text(name, resolve(parts.get(0))));
                List<?> from = list(name, resolve(parts.get(1)));
                if (index < 0 || index >= from.size()) {
                    throw new InvalidTemplate("Fn::Select needs element " + index + " of a list of " + from.size());
                }
                yield from.get(index);
            }
            case "Fn::If" -> {
                List<?> parts = arguments(name, argument, 3);
                yield resolve(parts.get(holds(text(name, parts.get(0))) ? 1 : 2));
            }
            case "Fn::Equals" -> {
                List<?> parts = arguments(name, argument, 2);
                yield String.valueOf(resolve(parts.get(0))).equals(String.valueOf(resolve(parts.get(1))));
            }
            case "Fn::Not" -> !truth(arguments(name, argument, 1).get(0));
            case "Fn::And" -> list(name, argument).stream().allMatch(this::truth);
            case "Fn::Or" -> list(name, argument).stream().anyMatch(this::truth);
            default ->
                throw new InvalidTemplate(
                        "the function " + name + " is not supported here; supported are Ref, GetAtt, Sub, "
                                + "Join, Split, Select, If, Equals, Not, And, Or");
        };
    }

    private Object reference(String name) {
        if (pseudoParameters.containsKey(name)) {
            return pseudoParameters.get(name);
        }
        if (parameters.containsKey(name)) {
            return parameters.get(name);
        }
        if (resources.has(name)) {
            return resources.reference(name);
        }
        throw new InvalidTemplate("!Ref " + name + ": there is no such parameter or resource");
    }

    private Object substitute(Object argument) {
        String pattern;
        Map<?, ?> variables = Map.of();
        if (argument instanceof List<?>) {
            List<?> parts = arguments("Fn::Sub", argument, 2);
            pattern = text("Fn::Sub", parts.get(0));
            if (!(parts.get(1) instanceof Map<?, ?> given)) {
                throw new InvalidTemplate("Fn::Sub's second argument must be a map of variables");
            }
            variables = given;
        } else {
            pattern = text("Fn::Sub", argument);
        }
        StringBuilder result = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(pattern);
        while (placeholder.find()) {
            String name = placeholder.group(2).trim();
            Object value;
            if (!placeholder.group(1).isEmpty()) {
                value = "${" + placeholder.group(2) + "}"; // ${!x} is a literal ${x}
            } else if (variables.containsKey(name)) {
                value = resolve(variables.get(name));
            } else if (name.contains(".")) {
                int dot = name.indexOf('.');
                value = resources.attribute(name.substring(0, dot), name.substring(dot + 1));
            } else {
                value = reference(name);
            }
            placeholder.appendReplacement(result, Matcher.quoteReplacement(text("Fn::Sub", value)));
        }
        return placeholder.appendTail(result).toString();
    }

    private static List<?> arguments(String function, Object argument, int count) {
        List<?> list = list(function, argument);
        if (list.size() != count) {
            throw new InvalidTemplate(function + " needs " + count + " arguments, not " + list.size());
        }
        return list;
    }

    private static List<?> list(String function, Object argument) {
        if (argument instanceof List<?> list) {
            return list;
        }
        throw new InvalidTemplate(function + " needs a list, not " + argument);
    }

    private static String text(String function, Object value) {
        return switch (value) {
            case String text -> text;
            case Long number -> number.toString();
            case Boolean bool -> bool.toString();
            case null, default -> throw new InvalidTemplate(function + " needs a text, not " + value);
        };
    }
}

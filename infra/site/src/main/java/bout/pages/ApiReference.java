package bout.pages;

import bout.wire.Json;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/**
 * Writes the reference of the API from {@code openapi.yaml}, as Markdown: a page for each tag, and one for all objects.
 * The answers are those that a local stack gave; {@code CurlTest} compares them with what it gives now.
 */
record ApiReference(Map<String, Object> document, Map<String, Object> answers) {

    private static final String DOCUMENT = "functions/api/src/main/resources/bout/api/openapi.yaml";
    private static final String ANSWERS = "infra/site/src/main/api-answers.json";
    private static final String OBJECTS = "docs/api-objects.md";
    private static final String STACK = "http://127.0.0.1:8080";

    static ApiReference in(Path repository) throws IOException {
        try (Reader yaml = Files.newBufferedReader(repository.resolve(DOCUMENT))) {
            return new ApiReference(
                    new Yaml().load(yaml), map(Json.read(Files.readString(repository.resolve(ANSWERS)))));
        } catch (Json.NotJson broken) {
            throw new IOException(ANSWERS + ": " + broken.getMessage(), broken);
        }
    }

    /** The part that all operations share, and a list of them. */
    String overview() {
        String tags = list(document.get("tags")).stream()
                .map(ApiReference::map)
                .map(tag -> "- [%s](api-%s.md): %s\n"
                        .formatted(title((String) tag.get("name")), tag.get("name"), tag.get("description")))
                .collect(Collectors.joining());
        // Each type of problem has an entry on a page of its own.
        String shared = ((String) map(document.get("info")).get("description")).replaceAll("(?m)^\\|.*\n", "");
        return "\n## Operations\n\n" + tags + "\n## Requests\n\n" + shared
                + "\n[All types of errors](errors.md), each with an example and a cure.\n";
    }

    /** The texts of the pages, by the paths that they would have in the repository. */
    Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        for (Object tag : list(document.get("tags"))) {
            String name = (String) map(tag).get("name");
            pages.put(
                    "docs/api-" + name + ".md",
                    "# %s\n\n%s\n\n%s".formatted(title(name), map(tag).get("description"), operations(name)));
        }
        pages.put(OBJECTS, "# API: objects\n\nThe fields of requests and answers.\n\n" + objects());
        return pages;
    }

    private static String title(String tag) {
        return "API: " + tag;
    }

    private String operations(String tag) {
        StringBuilder text = new StringBuilder();
        map(document.get("paths")).forEach((path, operations) -> map(operations).forEach((method, each) -> {
            Map<String, Object> operation = map(each);
            if (list(operation.get("tags")).contains(tag)) {
                text.append(operation(method.toUpperCase(Locale.ROOT), path, operation));
            }
        }));
        return text.toString();
    }

    private String operation(String method, String path, Map<String, Object> operation) {
        StringBuilder text = new StringBuilder("## %s\n\n`%s %s`%s\n\n%s\n\n"
                .formatted(
                        operation.get("summary"),
                        method,
                        path,
                        scope(operation),
                        operation.getOrDefault("description", "")));
        List<Map<String, Object>> parameters = operation.containsKey("parameters")
                ? list(operation.get("parameters")).stream().map(this::resolved).toList()
                : List.of();
        if (!parameters.isEmpty()) {
            text.append("| parameter | in | meaning |\n|---|---|---|\n");
            parameters.forEach(parameter -> text.append("| `%s` | %s | %s%s |\n"
                    .formatted(
                            parameter.get("name"), parameter.get("in"),
                            cell(parameter.getOrDefault("description", "")), values(parameter.get("schema")))));
        }
        Map<String, Object> body = resolved(operation.getOrDefault("requestBody", Map.of()));
        if (!body.isEmpty()) {
            text.append("\nThe body is %s.\n".formatted(type(map(json(body).get("schema")))));
        }
        // Others are for browsers, which they send to another address.
        if (map(operation.get("responses")).keySet().stream().anyMatch(status -> status.startsWith("2"))) {
            text.append("\n```sh\n")
                    .append(curl(method, path, operation, parameters, body))
                    .append("\n```\n\n");
        }
        map(operation.get("responses")).forEach((status, response) -> {
            if (status.startsWith("2")) {
                Map<String, Object> schema = map(json(resolved(response)).getOrDefault("schema", Map.of()));
                text.append("Answer `%s`%s: %s\n\n"
                        .formatted(
                                status,
                                schema.containsKey("$ref") ? ", " + type(schema) : "",
                                resolved(response).get("description")));
            }
        });
        Object answer = answers.get((String) operation.get("operationId"));
        if (answer != null) {
            String shown = answer instanceof String plain ? plain : Json.lines(answer);
            text.append("```json\n").append(shown).append("\n```\n\n");
        }
        String errors = map(operation.get("responses")).keySet().stream()
                .filter(status -> status.startsWith("4"))
                .collect(Collectors.joining("`, `"));
        return text.append("[Errors](errors.md): `")
                .append(errors)
                .append("`.\n\n")
                .toString();
    }

    /** A command for a shell in which {@code BOUT_TOKEN} is set, if a token is needed. */
    private String curl(
            String method,
            String path,
            Map<String, Object> operation,
            List<Map<String, Object>> parameters,
            Map<String, Object> body) {
        String address = path;
        for (Map<String, Object> parameter : parameters) {
            address = address.replace("{" + parameter.get("name") + "}", String.valueOf(parameter.get("example")));
        }
        StringBuilder curl = new StringBuilder("curl ");
        if (!Set.of("GET", body.isEmpty() ? "" : "POST").contains(method)) {
            curl.append("-X ").append(method).append(' ');
        }
        curl.append(address.endsWith(".png") ? "-o picture.png " : "")
                .append(STACK)
                .append(address);
        if (!scope(operation).isEmpty()) {
            curl.append(" \\\n  -H \"Authorization: Bearer $BOUT_TOKEN\"");
        }
        if (!body.isEmpty()) {
            Map<String, Object> content = json(body);
            Object example = content.containsKey("examples")
                    ? resolved(map(content.get("examples")).values().iterator().next())
                            .get("value")
                    : content.get("example");
            curl.append(" \\\n  -H 'Content-Type: application/json' \\\n  -d '")
                    .append(Json.text(example).replace("'", "'\\''"))
                    .append('\'');
        }
        return curl.toString();
    }

    private String scope(Map<String, Object> operation) {
        return operation.containsKey("security")
                ? list(operation.get("security")).stream()
                        .filter(way -> map(way).containsKey("token"))
                        .map(way -> ", with a token of the scope `"
                                + list(map(way).get("token")).getFirst() + "`")
                        .collect(Collectors.joining())
                : "";
    }

    private String objects() {
        StringBuilder text = new StringBuilder();
        map(map(document.get("components")).get("schemas")).forEach((name, each) -> {
            Map<String, Object> schema = map(each);
            text.append("## %s\n\n%s%s\n\n".formatted(name, schema.getOrDefault("description", ""), values(schema)));
            if (!schema.containsKey("properties")) {
                text.append("Type: ").append(type(schema)).append("\n\n");
                return;
            }
            List<?> required = schema.containsKey("required") ? list(schema.get("required")) : List.of();
            text.append("| field | type | meaning |\n|---|---|---|\n");
            map(schema.get("properties"))
                    .forEach((field, type) -> text.append("| `%s`%s | %s | %s%s |\n"
                            .formatted(
                                    field,
                                    required.contains(field) ? "" : " (optional)",
                                    type(map(type)),
                                    cell(resolved(type).getOrDefault("description", "")),
                                    values(resolved(type)))));
            text.append('\n');
        });
        return text.toString();
    }

    private String type(Map<String, Object> schema) {
        if (schema.get("$ref") instanceof String reference) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return "[%s](api-objects.md#%s)".formatted(name, name.toLowerCase(Locale.ROOT));
        }
        for (String several : List.of("oneOf", "anyOf", "allOf")) {
            if (schema.containsKey(several)) {
                return list(schema.get(several)).stream()
                        .map(each -> type(map(each)))
                        .collect(Collectors.joining(several.equals("allOf") ? " and " : " or "));
            }
        }
        if (schema.containsKey("items")) {
            return "array of " + type(map(schema.get("items")));
        }
        return schema.get("type") instanceof List<?> types
                ? types.stream().map(String::valueOf).collect(Collectors.joining(" or "))
                : String.valueOf(schema.getOrDefault("type", "any"));
    }

    private static String values(Object schema) {
        return schema != null && map(schema).get("enum") instanceof List<?> values
                ? values.stream().map(String::valueOf).collect(Collectors.joining("`, `", " One of `", "`."))
                : "";
    }

    private static String cell(Object text) {
        return String.valueOf(text).strip().replaceAll("\\s+", " ").replace("|", "\\|");
    }

    private static Map<String, Object> json(Map<String, Object> described) {
        return map(map(described.getOrDefault("content", Map.of())).getOrDefault("application/json", Map.of()));
    }

    private Map<String, Object> resolved(Object part) {
        Map<String, Object> found = map(part);
        while (found.get("$ref") instanceof String reference) {
            found = document;
            for (String step : reference.substring("#/".length()).split("/")) {
                found = map(found.get(step));
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object part) {
        return (Map<String, Object>) part;
    }

    private static List<?> list(Object part) {
        return (List<?>) part;
    }
}

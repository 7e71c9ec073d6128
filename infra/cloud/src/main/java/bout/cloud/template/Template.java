package bout.cloud.template;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * A SAM template: the only definition of routes, queues, functions, tables and buckets. Reads only what the local stack
 * needs; ignores alarms, log groups, and all of policies but what they say about DynamoDB.
 */
public final class Template {

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
     * The {@code template.yaml} of this repository: where the script {@code bout} lies, which may run in another
     * folder; or else in the current folder or above it.
     *
     * @throws InvalidTemplate if there is none
     */
    public static Path ofThisRepository() {
        Path directory = Path.of(System.getProperty("bout.home", "")).toAbsolutePath();
        for (Path place = directory; place != null; place = place.getParent()) {
            Path candidate = place.resolve("template.yaml");
            if (Files.isRegularFile(candidate)) {
                return candidate;
            }
        }
        throw new InvalidTemplate("there is no template.yaml in " + directory + " or above it");
    }

    /**
     * The application that this template describes for one deployment.
     *
     * @throws InvalidTemplate if something required is missing, or something is not supported here
     */
    public Application application(Deployment deployment) {
        return new Resolution(this, deployment).application();
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

    /** A section as written; empty if the template does not have it. */
    @SuppressWarnings("unchecked") // TemplateYaml accepts only text keys
    Map<String, Object> section(String name) {
        return switch (document.get(name)) {
            case null -> Map.of();
            case Map<?, ?> map -> (Map<String, Object>) map;
            default -> throw new InvalidTemplate(file + ": " + name + " must be a mapping");
        };
    }

    /** Where the template was read from, for messages. */
    Path file() {
        return file;
    }
}

package bout.cloud.template;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A SAM template: the only definition of routes, queues, functions, tables and buckets. Reads only what the local stack
 * needs; ignores alarms, log groups and policies.
 */
public final class Template {

    private final Path file;
    private final Map<String, Object> document;

    private Template(Path file, Map<String, Object> document) {
        this.file = file;
        this.document = document;
    }

    /** @throws InvalidTemplate if the file is missing, is not YAML, or has no resources */
    @SuppressWarnings("unchecked") // all keys in a template are texts
    public static Template read(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            if (!(new Yaml(new Constructor()).load(reader) instanceof Map<?, ?> document)) {
                throw new InvalidTemplate(file + ": a template must be a mapping with Resources");
            }
            Template read = new Template(file, (Map<String, Object>) document);
            if (read.section("Resources").isEmpty()) {
                throw new InvalidTemplate(file + " has no Resources");
            }
            return read;
        } catch (YAMLException malformed) {
            throw new InvalidTemplate(file + " is not YAML: " + malformed.getMessage(), malformed);
        } catch (IOException unreadable) {
            throw new InvalidTemplate("cannot read the template " + file + ": " + unreadable, unreadable);
        }
    }

    /**
     * Makes plain values: maps, lists, strings, longs, doubles, booleans, null. Replaces the short forms of intrinsic
     * functions with the long forms ({@code !Sub x} becomes {@code {Fn::Sub: x}}).
     */
    private static final class Constructor extends SafeConstructor {

        Constructor() {
            super(options());
            yamlConstructors.put(Tag.INT, new WholeNumber());
            // CloudFormation reads dates as text.
            yamlConstructors.put(Tag.TIMESTAMP, new ConstructYamlStr());
            yamlMultiConstructors.put("!", new Function());
        }

        private static LoaderOptions options() {
            LoaderOptions options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            return options;
        }

        private static final class WholeNumber extends AbstractConstruct {
            @Override
            public Object construct(Node node) {
                return Long.valueOf(((ScalarNode) node).getValue());
            }
        }

        private final class Function extends AbstractConstruct {
            @Override
            public Object construct(Node node) {
                Object argument =
                        switch (node) {
                            case MappingNode mapping -> constructMapping(mapping);
                            case SequenceNode sequence -> constructSequence(sequence);
                            default -> ((ScalarNode) node).getValue();
                        };
                String name = node.getTag().getValue().substring(1);
                return switch (name) {
                    case "Ref" -> Map.of(name, argument);
                    // !GetAtt A.B is the only short form with a shorthand for its argument.
                    case "GetAtt" ->
                        Map.of(
                                "Fn::GetAtt",
                                argument instanceof String path ? List.of(path.split("\\.", 2)) : argument);
                    default -> Map.of("Fn::" + name, argument);
                };
            }
        }
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
        return new ApplicationReader(new Resolution(this, deployment)).read();
    }

    /**
     * A section as written, with intrinsic functions in their long forms; empty if the template does not have it. Use
     * it for what the local stack does not need, and {@link #application} therefore leaves out.
     */
    @SuppressWarnings("unchecked") // all keys in a template are texts
    public Map<String, Object> section(String name) {
        return switch (document.get(name)) {
            case null -> Map.of();
            case Map<?, ?> map -> Collections.unmodifiableMap((Map<String, Object>) map);
            default -> throw new InvalidTemplate(file + ": " + name + " must be a mapping");
        };
    }

    /** Where the template was read from, for messages. */
    Path file() {
        return file;
    }
}

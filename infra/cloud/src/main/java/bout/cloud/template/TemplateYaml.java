package bout.cloud.template;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Parses CloudFormation's YAML into plain values: maps, lists, strings, longs, doubles, booleans, null. Replaces the
 * short forms of intrinsic functions with the long forms ({@code !Sub x} becomes {@code {Fn::Sub: x}}).
 */
final class TemplateYaml {

    private final Path file;

    private TemplateYaml(Path file) {
        this.file = file;
    }

    static Map<String, Object> read(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            Node root = new Yaml(new LoaderOptions()).compose(reader);
            if (root == null) {
                throw new InvalidTemplate(file + " is empty");
            }
            TemplateYaml yaml = new TemplateYaml(file);
            if (!(root instanceof MappingNode mapping)) {
                throw yaml.problem(root, "a template must be a mapping with Resources");
            }
            return yaml.mapping(mapping);
        } catch (YAMLException malformed) {
            throw new InvalidTemplate(file + " is not YAML: " + malformed.getMessage(), malformed);
        } catch (IOException unreadable) {
            throw new InvalidTemplate("cannot read the template " + file + ": " + unreadable, unreadable);
        }
    }

    private Object value(Node node) {
        Object untagged =
                switch (node) {
                    case MappingNode mapping -> mapping(mapping);
                    case SequenceNode sequence -> sequence(sequence);
                    case ScalarNode scalar -> scalar(scalar);
                    default -> throw problem(node, "CloudFormation does not support YAML aliases");
                };
        String tag = node.getTag().getValue();
        if (!tag.startsWith("!")) {
            return untagged;
        }
        String function = tag.substring(1);
        return switch (function) {
            case "Ref", "Condition" -> Map.of(function, untagged);
            // !GetAtt A.B is the only short form with a shorthand for its argument.
            case "GetAtt" -> Map.of("Fn::GetAtt", untagged instanceof String path ? twoParts(node, path) : untagged);
            default -> Map.of("Fn::" + function, untagged);
        };
    }

    private List<Object> twoParts(Node node, String path) {
        int dot = path.indexOf('.');
        if (dot < 1 || dot == path.length() - 1) {
            throw problem(node, "!GetAtt needs RESOURCE.ATTRIBUTE, not " + path);
        }
        return List.of(path.substring(0, dot), path.substring(dot + 1));
    }

    private Map<String, Object> mapping(MappingNode node) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (NodeTuple entry : node.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw problem(entry.getKeyNode(), "a key must be a scalar");
            }
            if (values.containsKey(key.getValue())) {
                throw problem(key, "the key " + key.getValue() + " is duplicated");
            }
            values.put(key.getValue(), value(entry.getValueNode()));
        }
        return values;
    }

    private List<Object> sequence(SequenceNode node) {
        List<Object> values = new ArrayList<>(node.getValue().size());
        for (Node element : node.getValue()) {
            values.add(value(element));
        }
        return values;
    }

    private Object scalar(ScalarNode node) {
        String text = node.getValue();
        Tag tag = node.getTag();
        try {
            if (tag.equals(Tag.INT)) {
                return Long.valueOf(text);
            }
            if (tag.equals(Tag.FLOAT)) {
                return Double.valueOf(text);
            }
        } catch (NumberFormatException otherSpelling) {
            throw problem(node, "write numbers in plain decimal digits, not as " + text);
        }
        if (tag.equals(Tag.BOOL)) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw problem(node, "write true or false (or quote the text), not " + text);
            };
        }
        // CloudFormation reads dates as text.
        return tag.equals(Tag.NULL) ? null : text;
    }

    private InvalidTemplate problem(Node node, String problem) {
        return new InvalidTemplate(file + ", line " + (node.getStartMark().getLine() + 1) + ": " + problem);
    }
}

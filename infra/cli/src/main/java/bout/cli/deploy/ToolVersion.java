package bout.cli.deploy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which versions of the SAM CLI and the AWS CLI are new enough. */
final class ToolVersion {

    /** SAM 1.100 and the AWS CLIs of the same time (autumn of 2023) know all options that are used here. */
    private static final Pattern SAM = Pattern.compile("SAM CLI, version (\\d+)\\.(\\d+)");

    private static final Pattern AWS = Pattern.compile("aws-cli/(\\d+)\\.(\\d+)");

    private ToolVersion() {}

    /** What is wrong with what {@code sam --version} printed. */
    static Optional<String> problemOfSam(String printed) {
        Matcher version = SAM.matcher(printed);
        if (!version.find()) {
            return Optional.of("'sam --version' printed no version of the AWS SAM CLI; is it another program?");
        }
        return atLeast(version, 1, 100)
                ? Optional.empty()
                : Optional.of("the AWS SAM CLI is too old (" + version.group() + "); install 1.100 or later");
    }

    /** What is wrong with what {@code aws --version} printed. */
    static Optional<String> problemOfAws(String printed) {
        Matcher version = AWS.matcher(printed);
        if (!version.find()) {
            return Optional.of("'aws --version' printed no version of the AWS CLI; is it another program?");
        }
        return version.group(1).equals("1") ? needs(version, 1, 29) : needs(version, 2, 13);
    }

    private static Optional<String> needs(Matcher version, int major, int minor) {
        return atLeast(version, major, minor)
                ? Optional.empty()
                : Optional.of("the AWS CLI is too old (" + version.group() + "); install " + major + "." + minor
                        + " or later");
    }

    private static boolean atLeast(Matcher version, int major, int minor) {
        int found = Integer.parseInt(version.group(1));
        return found > major || found == major && Integer.parseInt(version.group(2)) >= minor;
    }
}

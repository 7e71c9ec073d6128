package bout.stack.function;

import bout.cloud.template.Application.Function;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts processes of functions: a JVM with this process's class path and Lambda's runtime client, and only the
 * environment variables that Lambda would set.
 */
public final class FunctionJvm {

    /**
     * Measured to the first answer: the client compiler and the serial collector save a quarter of the time, a class
     * archive another quarter. The heap must be enough for a runner, whatever its bots answer.
     */
    private static final List<String> OPTIONS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx256m",
            "-Xlog:disable",
            "-Xlog:all=warning,cds*=off,aot*=off:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private static final String ARCHIVE_OF_CLASSES = "-XX:SharedArchiveFile=";

    /** Where the runtime client looks for its native library; see {@link #unpackNativeLibrary}. */
    private static final String NATIVE_LIBRARY =
            "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    private final Path folder;
    private final Path nativeLibrary;

    /**
     * @param folder an empty folder that stays until all processes have ended
     * @throws FunctionNotLoaded if the runtime client has no native library for this machine
     */
    public FunctionJvm(Path folder) throws FunctionNotLoaded {
        String library = nativeLibraryOf(System.getProperty("os.name"), System.getProperty("os.arch"));
        this.folder = folder;
        try {
            nativeLibrary = folder.resolve("libaws-lambda-jni.so");
            unpackNativeLibrary(library);
        } catch (IOException failed) {
            throw new FunctionNotLoaded("Lambda's runtime client could not be unpacked: " + failed, failed);
        }
    }

    private static String nativeLibraryOf(String system, String processor) throws FunctionNotLoaded {
        String arch =
                switch (processor) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64" -> "aarch_64";
                    default -> "";
                };
        if (!system.equals("Linux") || arch.isEmpty()) {
            throw new FunctionNotLoaded(
                    "functions can run as processes on Linux with x86_64 or aarch64 only, for which "
                            + "Lambda's runtime client has native libraries; this is " + system + " with " + processor);
        }
        return "/jni/libaws-lambda-jni.linux" + (onMusl() ? "_musl-" : "-") + arch + ".so";
    }

    /** Whether this process uses musl as its C library. */
    private static boolean onMusl() throws FunctionNotLoaded {
        try {
            return Files.readString(Path.of("/proc/self/maps")).contains("/ld-musl-");
        } catch (IOException unreadable) {
            throw new FunctionNotLoaded("which C library this machine has cannot be seen: " + unreadable, unreadable);
        }
    }

    /**
     * By default, each process unpacks it to the same file in /tmp when it starts. Two starting at the same time could
     * load a half-written file.
     */
    private void unpackNativeLibrary(String library) throws IOException {
        try (InputStream packed = AWSLambda.class.getResourceAsStream(library)) {
            if (packed == null) {
                throw new IOException("the jar of the runtime client has no " + library);
            }
            Files.copy(packed, nativeLibrary);
        }
    }

    /**
     * Prepares a process; its standard error goes to its standard output.
     *
     * @param environment the variables from the template and the endpoints
     */
    ProcessBuilder process(Function function, Map<String, String> environment, RuntimeApi api) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        // The script bout has a class archive for exactly this class path.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(ARCHIVE_OF_CLASSES))
                .forEach(command::add);
        command.add("-D" + NATIVE_LIBRARY + "=" + nativeLibrary);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                FunctionChild.class.getName(),
                function.handler() + "::handleRequest"));
        ProcessBuilder process = new ProcessBuilder(command)
                // The client adds the jars in lib/ of this folder to the class path; there are none.
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Map<String, String> variables = process.environment();
        variables.clear();
        variables.putAll(environment);
        variables.put("AWS_LAMBDA_RUNTIME_API", api.hostAndPort());
        variables.put("AWS_LAMBDA_FUNCTION_NAME", function.name());
        variables.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
        variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memory()));
        variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
        variables.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
        variables.put("AWS_LAMBDA_LOG_LEVEL", System.getProperty("bout.log", "WARN"));
        variables.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + function.name());
        variables.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
        variables.put("AWS_DEFAULT_REGION", environment.getOrDefault("AWS_REGION", ""));
        variables.put("LAMBDA_TASK_ROOT", folder.toString());
        variables.put("_HANDLER", function.handler() + "::handleRequest");
        variables.put("LANG", "en_US.UTF-8");
        variables.put("TZ", ":UTC");
        return process;
    }
}

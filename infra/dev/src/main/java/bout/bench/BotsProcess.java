package bout.bench;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.cli.text.CommandFailed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@link InstantBots} in a separate process, so that the cost of the bots is not included in the results. The
 * process ends with {@link #close}, and also when this process dies.
 */
record BotsProcess(Process process, int port) implements AutoCloseable {

    static BotsProcess start() {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            InstantBots.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
            String port = out.readLine();
            if (port == null || !port.matches("\\d+")) {
                process.destroy();
                throw new CommandFailed(
                        "the bot process did not start" + (port == null ? "; see its output above" : ": " + port));
            }
            return new BotsProcess(process, Integer.parseInt(port));
        } catch (IOException failed) {
            throw new CommandFailed("cannot start the bot process: " + failed.getMessage(), failed);
        }
    }

    double cpuSeconds() {
        return StackRun.cpuSeconds(process.toHandle());
    }

    String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    BotUrl botUrl() {
        return switch (BotUrl.read(url(), AddressPolicy.LOOPBACK)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

package bout.botclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

final class TestTls {

    private static final String PASSWORD = "not-secret";
    private static final Map<String, KeyStore> STORES = new ConcurrentHashMap<>();

    private TestTls() {}

    static ServerSocket listener(String name) throws Exception {
        return listener(name, "TLSv1.3", "TLSv1.2");
    }

    static ServerSocket listener(String name, String... versions) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store(name), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setEnabledProtocols(versions);
        return listener;
    }

    static SSLContext trusting() {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store("bot.example.org"));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static KeyStore store(String name) {
        return STORES.computeIfAbsent(name, TestTls::make);
    }

    private static KeyStore make(String name) {
        try {
            Path directory = Files.createTempDirectory("bout-tls");
            Path file = directory.resolve("store.p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "bot",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "san=dns:" + name,
                            "-validity",
                            "2",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes());
            if (!keytool.waitFor(20, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool failed: " + said);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream stored = Files.newInputStream(file)) {
                store.load(stored, PASSWORD.toCharArray());
            }
            Files.delete(file);
            Files.delete(directory);
            return store;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (GeneralSecurityException | InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }
}

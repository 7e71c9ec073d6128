package bout.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes on the bytes of TCP connections until it is cut; then it says nothing to either side, as a dead network does.
 */
final class CutProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean cut;

    CutProxy(int port) throws IOException {
        this.port = port;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    /** The same address, through the proxy. */
    URI through(URI url) {
        return URI.create(url.toString().replace(":" + port + "/", ":" + listener.getLocalPort() + "/"));
    }

    void cut() {
        cut = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.addAll(List.of(client, server));
                Thread.startVirtualThread(() -> pass(client, server));
                Thread.startVirtualThread(() -> pass(server, client));
            }
        } catch (IOException closed) {
            // The test is over.
            return;
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[8192];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (!cut) {
                    out.write(bytes, 0, read);
                }
            }
            if (!cut) {
                to.close();
            }
        } catch (IOException closed) {
            // One of the sides has ended.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}

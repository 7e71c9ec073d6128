package bout.connected;

import bout.telemetry.Machine;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.Parts;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The calls of connected bots that wait for answers, by the tickets that were sent with them. An answer counts if its
 * ticket was sent with a call that still waits, and only the first for each call; all others are ignored and counted.
 * Thread-safe.
 */
final class OpenCalls {

    /** The status of a pong, which has none. */
    private static final int THERE = 200;

    private final Map<String, OpenCall> byTicket = new ConcurrentHashMap<>();
    private final Set<OpenCall> all = ConcurrentHashMap.newKeySet();
    private final Consumer<String> ignored;

    OpenCalls(Consumer<String> ignored) {
        this.ignored = ignored;
    }

    /** @param id unpredictable, because with it, anyone could claim that an answer is for it */
    OpenCall open(String id) {
        OpenCall call = new OpenCall(id);
        all.add(call);
        return call;
    }

    int size() {
        return all.size();
    }

    void take(ConnectionMessage message) {
        switch (message) {
            case ConnectionMessage.Answer answer -> answer(answer);
            case ConnectionMessage.Part part -> part(part);
            case ConnectionMessage.Pong pong
            when pong.reply() != null ->
                answer(new ConnectionMessage.Answer(pong.call(), pong.reply(), THERE, Map.of(), ""));
            default -> ignored.accept("UNEXPECTED");
        }
    }

    private void answer(ConnectionMessage.Answer answer) {
        OpenCall call = byTicket.get(answer.reply());
        if (call == null) {
            ignored.accept("TOO_LATE");
        } else if (!call.id.equals(answer.call())) {
            ignored.accept("BAD_TICKET");
        } else if (!call.answered(answer)) {
            ignored.accept("REPEATED");
        }
    }

    private void part(ConnectionMessage.Part part) {
        OpenCall call = part.reply() == null ? null : byTicket.get(part.reply());
        if (call == null) {
            ignored.accept("TOO_LATE");
            return;
        }
        Optional<String> whole = call.together(part);
        if (whole.isPresent()) {
            if (ConnectionText.read(whole.get()).orElse(null) instanceof ConnectionMessage.Answer answer
                    && answer.reply().equals(part.reply())) {
                answer(answer);
            } else {
                ignored.accept("NOT_A_MESSAGE");
            }
        }
    }

    void wakeAll() {
        all.forEach(OpenCall::wake);
    }

    /** One call. Waiting is for one thread. */
    final class OpenCall implements AutoCloseable {

        private final String id;
        private final Set<String> tickets = new HashSet<>();
        private final Parts parts = new Parts();
        private ConnectionMessage.Answer answer;
        private boolean answered;
        private boolean woken;

        private OpenCall(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }

        void sent(String ticket) {
            tickets.add(ticket);
            byTicket.put(ticket, this);
        }

        /** Waits for the answer, which it returns once; empty after the time, or when woken. */
        Optional<ConnectionMessage.Answer> await(long nanoseconds) throws InterruptedException {
            Machine.current().await(this, () -> answer != null || woken, nanoseconds);
            synchronized (this) {
                Optional<ConnectionMessage.Answer> came = Optional.ofNullable(answer);
                answer = null;
                woken = false;
                return came;
            }
        }

        private synchronized boolean answered(ConnectionMessage.Answer first) {
            if (answered) {
                return false;
            }
            answered = true;
            answer = first;
            notifyAll();
            return true;
        }

        private synchronized Optional<String> together(ConnectionMessage.Part part) {
            return parts.take(part);
        }

        private synchronized void wake() {
            woken = true;
            notifyAll();
        }

        /** Later answers are ignored. */
        @Override
        public void close() {
            all.remove(this);
            tickets.forEach(byTicket::remove);
        }
    }
}

package bout.lines;

import bout.wire.line.LineMessage;
import bout.wire.line.LineText;
import bout.wire.line.Parts;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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

    /** @param id unpredictable, because whoever knows it could claim that an answer is for it */
    OpenCall open(String id) {
        OpenCall call = new OpenCall(id);
        all.add(call);
        return call;
    }

    int size() {
        return all.size();
    }

    void take(LineMessage message) {
        switch (message) {
            case LineMessage.Answer answer -> answer(answer);
            case LineMessage.Part part -> part(part);
            case LineMessage.Pong pong
            when pong.reply() != null -> answer(new LineMessage.Answer(pong.call(), pong.reply(), THERE, Map.of(), ""));
            default -> ignored.accept("UNEXPECTED");
        }
    }

    private void answer(LineMessage.Answer answer) {
        OpenCall call = byTicket.get(answer.reply());
        if (call == null) {
            ignored.accept("TOO_LATE");
        } else if (!call.id.equals(answer.call())) {
            ignored.accept("BAD_TICKET");
        } else if (!call.answered(answer)) {
            ignored.accept("REPEATED");
        }
    }

    private void part(LineMessage.Part part) {
        OpenCall call = part.reply() == null ? null : byTicket.get(part.reply());
        if (call == null) {
            ignored.accept("TOO_LATE");
            return;
        }
        Optional<String> whole = call.together(part);
        if (whole.isPresent()) {
            if (LineText.read(whole.get()).orElse(null) instanceof LineMessage.Answer answer
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

        private static final Object WOKEN = new Object();

        private final String id;
        private final Set<String> tickets = new HashSet<>();
        private final Parts parts = new Parts();
        private final LinkedBlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private boolean done;

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

        /** Waits for the answer; empty after the time, or when woken. */
        Optional<LineMessage.Answer> await(long nanos) throws InterruptedException {
            return events.poll(nanos, TimeUnit.NANOSECONDS) instanceof LineMessage.Answer answer
                    ? Optional.of(answer)
                    : Optional.empty();
        }

        private synchronized boolean answered(LineMessage.Answer answer) {
            if (done) {
                return false;
            }
            done = true;
            return events.add(answer);
        }

        private synchronized Optional<String> together(LineMessage.Part part) {
            return parts.take(part);
        }

        private void wake() {
            events.add(WOKEN);
        }

        /** Later answers are ignored. */
        @Override
        public void close() {
            all.remove(this);
            tickets.forEach(byTicket::remove);
        }
    }
}

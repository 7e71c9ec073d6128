package bout.cli.connect;

import bout.wire.line.LineMessage;
import java.util.Map;

/** The bot on this machine. May be asked by several threads at a time. */
interface LocalBot extends AutoCloseable {

    /** The status that stands for a bot that gave no answer at all, as of a proxy. */
    int NO_ANSWER = 502;

    /**
     * What the bot answered.
     *
     * @param status 200 for a move, or 0 if nothing is sent back: the time is up
     * @param headers that are passed on, such as {@code Bout-Note}
     * @param body the move, or what is wrong
     * @param milliseconds how long the bot took
     * @param failure what to tell the person at this machine, or {@code null}
     */
    record Said(int status, Map<String, String> headers, String body, int milliseconds, String failure) {}

    /** @throws InterruptedException if this command ends */
    Said ask(LineMessage.Request request) throws InterruptedException;

    @Override
    void close();
}

package bout.botclient;

/** Fetches a small text file from a bot's host. */
final class FileCall extends BotCall {

    private final String path;

    /** @param timeLimit in milliseconds */
    FileCall(BotClient client, CallTarget target, String path, int timeLimit) {
        super(client, target, timeLimit);
        this.path = path;
    }

    @Override
    Message message() {
        return new FileMessage(target().url(), target().line().host(), path);
    }

    @Override
    AnswerBody.Read read(byte[] body, String encoding) {
        return AnswerBody.readText(body);
    }
}

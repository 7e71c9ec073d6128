package bout.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The queues of a stack, as they are behind all faults. */
final class Queues {

    private static final Pattern DEAD_LETTER_QUEUE =
            Pattern.compile("deadLetterTargetArn\"?\\s*:\\s*\"[^\"]*:([^\":]+)\"");

    private final SqsClient sqs;
    private final List<String> working;
    private final List<String> deadLetters;

    /**
     * The queues that are there now.
     *
     * @param comeAgainAfter after so long, in seconds, a message comes again that was received from now on and is not done
     *     with
     */
    Queues(SqsClient sqs, Duration comeAgainAfter) {
        this.sqs = sqs;
        List<String> all = sqs.listQueues().queueUrls();
        List<String> deadLetterNames =
                all.stream().flatMap(this::deadLetterQueue).toList();
        this.deadLetters = all.stream()
                .filter(url -> deadLetterNames.stream().anyMatch(name -> url.endsWith("/" + name)))
                .toList();
        this.working = all.stream().filter(url -> !deadLetters.contains(url)).toList();
        for (String url : working) {
            sqs.setQueueAttributes(set -> set.queueUrl(url)
                    .attributes(
                            Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(comeAgainAfter.toSeconds()))));
        }
    }

    private Stream<String> deadLetterQueue(String url) {
        String policy = sqs.getQueueAttributes(
                        asked -> asked.queueUrl(url).attributeNames(QueueAttributeName.REDRIVE_POLICY))
                .attributes()
                .getOrDefault(QueueAttributeName.REDRIVE_POLICY, "");
        Matcher name = DEAD_LETTER_QUEUE.matcher(policy);
        return name.find() ? Stream.of(name.group(1)) : Stream.empty();
    }

    void send(String url, String body, int delaySeconds) {
        sqs.sendMessage(sent -> sent.queueUrl(url).messageBody(body).delaySeconds(delaySeconds));
    }

    /** Messages that wait, are with a function, or are delayed. */
    int messages() {
        return count(working);
    }

    int deadLetters() {
        return count(deadLetters);
    }

    private int count(List<String> urls) {
        return urls.stream()
                .mapToInt(url -> sqs
                        .getQueueAttributes(asked -> asked.queueUrl(url)
                                .attributeNames(
                                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
                                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED))
                        .attributes()
                        .values()
                        .stream()
                        .mapToInt(Integer::parseInt)
                        .sum())
                .sum();
    }
}

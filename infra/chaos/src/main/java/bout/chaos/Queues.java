package bout.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The queues of a stack, accessed directly, without faults. */
final class Queues {

    private static final Pattern DEAD_LETTER_QUEUE =
            Pattern.compile("deadLetterTargetArn\"?\\s*:\\s*\"[^\"]*:([^\":]+)\"");

    private final SqsClient sqs;
    private final List<String> working;
    private final List<String> deadLetters;

    /**
     * Finds the queues and sets their visibility time-out.
     *
     * @param visibilityTimeout the visibility time-out, in whole seconds
     */
    Queues(SqsClient sqs, Duration visibilityTimeout) {
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
                    .attributes(Map.of(
                            QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(visibilityTimeout.toSeconds()))));
        }
    }

    private Stream<String> deadLetterQueue(String url) {
        String policy = sqs.getQueueAttributes(
                        request -> request.queueUrl(url).attributeNames(QueueAttributeName.REDRIVE_POLICY))
                .attributes()
                .getOrDefault(QueueAttributeName.REDRIVE_POLICY, "");
        Matcher name = DEAD_LETTER_QUEUE.matcher(policy);
        return name.find() ? Stream.of(name.group(1)) : Stream.empty();
    }

    void send(String url, String body, int delaySeconds) {
        sqs.sendMessage(sent -> sent.queueUrl(url).messageBody(body).delaySeconds(delaySeconds));
    }

    /** Messages that are waiting, in flight or delayed. */
    int messages() {
        return count(working);
    }

    int deadLetters() {
        return count(deadLetters);
    }

    private int count(List<String> urls) {
        return urls.stream()
                .mapToInt(url -> sqs
                        .getQueueAttributes(request -> request.queueUrl(url)
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

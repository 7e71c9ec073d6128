package bout.cloud;

import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Errors as AWS's services answer them. */
final class Refusal {

    static final int BAD_REQUEST = 400;
    static final int SERVER_ERROR = 500;

    private Refusal() {}

    static AwsErrorDetails details(String service, String code, String why) {
        return AwsErrorDetails.builder()
                .serviceName(service)
                .errorCode(code)
                .errorMessage(why)
                .build();
    }

    /**
     * A failure of the storage is a failure of the service.
     *
     * @param exception makes the builder of the service's exception
     */
    static <R> R stored(
            Supplier<? extends AwsServiceException.Builder> exception, String service, String code, Supplier<R> work) {
        try {
            return work.get();
        } catch (StorageException failed) {
            throw of(exception.get().cause(failed), service, SERVER_ERROR, code, failed.getMessage());
        }
    }

    /** @param exception the builder of the service's exception */
    static AwsServiceException of(
            AwsServiceException.Builder exception, String service, int status, String code, String why) {
        // An ordinary answer, such as that there is no such file, need not say who asked.
        if (status != BAD_REQUEST && status < SERVER_ERROR) {
            exception.writableStackTrace(false);
        }
        return exception
                .message(why)
                .statusCode(status)
                .awsErrorDetails(details(service, code, why))
                .build();
    }
}

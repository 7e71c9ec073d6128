package bout.engine;

import java.util.Map;

/**
 * The content of one request to a bot for a move.
 *
 * @param form how the fields are encoded in the body
 * @param fields the fields of the body, as plain values, in the order in which they are sent
 */
public record Ask(Form form, Map<String, Object> fields) {

    /** The encoding of a request's body. */
    public enum Form {
        /** {@code application/json}: the fields as one JSON object. */
        JSON("application/json"),
        /**
         * {@code application/x-www-form-urlencoded}: one form field each. A value that is not a string is sent as JSON
         * text.
         */
        FORM("application/x-www-form-urlencoded");

        private final String contentType;

        Form(String contentType) {
            this.contentType = contentType;
        }

        public String contentType() {
            return contentType;
        }
    }
}

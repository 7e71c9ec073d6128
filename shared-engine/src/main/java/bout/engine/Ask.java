package bout.engine;

import java.util.Map;

/**
 * What a bot is sent for one move.
 *
 * @param fields the body's fields in the order they are sent; plain values
 */
public record Ask(Form form, Map<String, Object> fields) {

    /** How the fields become the body of the request. */
    public enum Form {
        /** {@code application/json}: the fields as one JSON object. */
        JSON("application/json"),
        /**
         * {@code application/x-www-form-urlencoded}: a field for each; one that is not a string is sent as its JSON text.
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

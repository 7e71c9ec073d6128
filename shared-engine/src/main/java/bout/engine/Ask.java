package bout.engine;

import java.util.Map;

/** The content of one request to a bot for a move: the fields of the body, as plain values, in this order. */
public record Ask(Form form, Map<String, Object> fields) {

    public enum Form {
        /** {@code application/json}: the fields as one JSON object. */
        JSON("application/json"),
        /** The fields as form fields: {@code application/x-www-form-urlencoded}, with JSON for what is not a string. */
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

package bout.browser;

import org.teavm.jso.JSBody;

/** Takes the place of {@link bout.engine.DoubleText}, whose tables of powers of ten would be a tenth of the module. */
public final class DoubleText {

    private DoubleText() {}

    /** ECMAScript's own {@code Number::toString}. */
    @JSBody(params = "value", script = "return String(value);")
    public static native String of(double value);
}

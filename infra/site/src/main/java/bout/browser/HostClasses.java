package bout.browser;

import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Tells TeaVM which classes the browser replaces. */
public final class HostClasses extends SimpleSubstitutionPolicy {

    @Override
    public void contribute(SubstitutionSink sink) {
        sink.selectClasses(named("bout.engine.DoubleText")).replacePackage("bout.engine", "bout.browser");
    }
}

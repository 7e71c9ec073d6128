package bout;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of all modules without their tests, read once: that takes many seconds. */
final class AllClasses {

    static final JavaClasses IMPORTED = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Nor another module's tests, once they are packed.
            .withImportOption(location -> !location.contains("-tests.jar"))
            // Written by JMH.
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages("bout");

    private AllClasses() {}
}

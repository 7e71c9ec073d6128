package bout;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of all modules without their tests. To read all of them takes many seconds. */
final class AllClasses {

    private AllClasses() {}

    static JavaClasses in(String... packages) {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                // Nor another module's tests, once they are packed.
                .withImportOption(location -> !location.contains("-tests.jar"))
                // Written by JMH.
                .withImportOption(location -> !location.contains("jmh_generated"))
                .importPackages(packages);
    }
}

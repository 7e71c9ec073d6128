package bout.competition;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An enum whose constants have codes in requests, answers and texts: their names in lower case, with hyphens. */
public interface Coded {

    String name();

    default String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> codes(Class<? extends Coded> type) {
        return Arrays.stream(type.getEnumConstants()).map(Coded::code).toList();
    }

    static <C extends Coded> Optional<C> of(Class<C> type, String code) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.code().equals(code))
                .findFirst();
    }
}

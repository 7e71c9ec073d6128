package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Each class contains texts that tell which of its code is reached. */
class CodeReachTest {

    @Test
    void only_called_code_is_reached() {
        assertEquals(Set.of("constructor", "called"), reachedFrom(Caller.class));
    }

    static final class Caller {
        Caller() {
            say("constructor");
            called();
        }

        private void called() {
            say("called");
        }

        void notCalled() {
            say("not called");
        }
    }

    @Test
    void lambdas_and_method_references_are_reached_where_they_are_created() {
        assertEquals(Set.of("lambda", "reference", "made by a reference"), reachedFrom(Functional.class));
    }

    static final class Functional {
        private final List<Supplier<?>> suppliers = List.of(() -> say("lambda"), this::referred, Made::new);

        private String referred() {
            return say("reference");
        }
    }

    static final class Made {
        private final String text = say("made by a reference");
    }

    @Test
    void a_call_to_an_interface_reaches_instantiated_implementations() {
        assertEquals(Set.of("played by one"), reachedFrom(Match.class));
    }

    interface Player {
        String play();
    }

    static final class One implements Player {
        @Override
        public String play() {
            return say("played by one");
        }
    }

    static final class NeverMade implements Player {
        @Override
        public String play() {
            return say("played by nobody");
        }
    }

    static final class Match {
        private final List<Player> players;

        Match() {
            Player player = choose();
            players = List.of(player);
            player.play();
        }

        private static Player choose() {
            return new One();
        }
    }

    @Test
    void methods_that_a_library_may_call_are_reached_once_the_object_exists() {
        assertEquals(Set.of("called by a library", "of its superclass"), reachedFrom(Callback.class));
    }

    abstract static class Before implements Callable<String> {
        @Override
        public String call() {
            return say("called by a library") + hook();
        }

        abstract String hook();

        String neverCalled() {
            return say("never called");
        }
    }

    static final class Callback extends Before {
        @Override
        String hook() {
            return say("of its superclass");
        }
    }

    @Test
    void static_code_is_reached_with_the_class() {
        assertEquals(Set.of("static"), reachedFrom(UsesStatic.class));
    }

    static final class UsesStatic {
        private final Object used = Static.VALUE;
    }

    static final class Static {
        static final String VALUE = say("static");
    }

    @Test
    void library_calls_are_listed_by_class() {
        CodeReach reach = CodeReach.of(Library.class.getName());
        assertEquals(Set.of("getProperty", "lineSeparator"), reach.calledOf("java.lang.System"));
    }

    static final class Library {
        private final Supplier<String> separator = System::lineSeparator;
        private final String property = System.getProperty("any");
    }

    private static String say(String text) {
        return text;
    }

    private static Set<String> reachedFrom(Class<?> entry) {
        return new TreeSet<>(CodeReach.of(entry.getName()).texts());
    }
}

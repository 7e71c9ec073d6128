package bout.conformance;

import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.util.List;

/**
 * A kind of vector file: recorded games or single situations that the engine must reproduce. The field {@code game} of
 * a file says which kind it is.
 *
 * @param name the value of {@code game}
 * @param check replays the file through the game
 */
public record VectorKind(String name, Check check) {

    /** Replays a vector file. */
    public interface Check {
        /**
         * @return an entry for each recorded game or situation of the file
         * @throws UnexpectedValue when the file is not of the kind's form
         */
        List<Outcome> of(Plain file);
    }

    /**
     * What became of one recorded game or situation.
     *
     * @param name as the file calls it
     * @param difference the first difference between the record and the engine, or {@code null} if there is none
     */
    public record Outcome(String name, String difference) {
        public boolean passed() {
            return difference == null;
        }
    }
}

package bout.conformance;

import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.util.List;

/**
 * A kind of vector file.
 *
 * @param name the value of the field {@code game} in files of this kind
 * @param check replays a file of this kind
 */
public record VectorKind(String name, Check check) {

    /** Replays the vector files of one kind. */
    public interface Check {
        /**
         * Replays a vector file.
         *
         * @return one outcome for each match or situation in the file
         * @throws UnexpectedValue if the file does not have the form of this kind
         */
        List<Outcome> of(Plain file);
    }

    /**
     * The outcome of replaying one match or situation.
     *
     * @param name its name in the file
     * @param difference the first difference between the engine and the file, or {@code null} if there is none
     */
    public record Outcome(String name, String difference) {
        public boolean passed() {
            return difference == null;
        }
    }
}

package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplaySchemaTest {

    @Test
    void the_schema_follows_draft_2020_12() throws Exception {
        try (InputStream schema = ReplaySchema.class.getResourceAsStream("replay.schema.json")) {
            String text = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    List.of(),
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                            .validate(text, InputFormat.JSON));
        }
    }

    @Test
    void the_schema_lists_exactly_the_kinds_of_failure() throws Exception {
        try (InputStream schema = ReplaySchema.class.getResourceAsStream("replay.schema.json")) {
            Plain kinds = Plain.of(Json.read(schema.readAllBytes()))
                    .get("$defs")
                    .get("failure")
                    .get("properties")
                    .get("kind")
                    .get("enum");
            assertEquals(Failure.Kind.CODES, kinds.value());
        }
    }

    /** Gives a field of the document another value. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            format   | 1                                      | the format before this one
            game     | 'Ajax Tiles'                           | a game in upper case
            engine   | 0                                      | engine 0
            seed     | 7                                      | a seed that is a number
            options  | []                                     | options as a list
            options  | {'nukes':[]}                           | a list as an option
            players  | []                                     | no player
            players  | [{},{}]                                | a player without a name
            players  | [{'name':''},{'name':'x'}]             | a player with an empty name
            players  | [{'name':'x','url':'http://x'},{'name':'x'}] | a player with a URL
            moves    | [[1],{}]                               | moves as an object
            times    | [[-1]]                                 | a negative time
            times    | [[0.5]]                                | a fractional time
            failures | [{'call':0,'turn':0,'seat':1,'kind':'status'}]             | a failure without a text
            failures | [{'call':0,'turn':0,'seat':1,'kind':'lazy','text':'x'}]    | a failure of an unknown kind
            failures | [{'call':0,'turn':0,'seat':9,'kind':'status','text':'x'}]  | a failure of seat 9
            failures | [{'call':-1,'turn':0,'seat':1,'kind':'status','text':'x'}] | a failure of call -1
            failures | [{'call':0,'turn':0,'seat':1,'kind':'status','text':'x','url':'http://x'}] | a failure with a URL
            result   | {'places':[1,9],'scores':[1,2],'reason':'full'}     | place 9
            result   | {'places':'r','scores':[1,2],'reason':'full'}       | places r
            result   | {'places':[1,2],'scores':[],'reason':'full'}        | no score
            result   | {'places':[1,2],'scores':[1,'two'],'reason':'full'} | a score as a word
            result   | {'places':[1,2],'scores':[1,2],'reason':''}         | an empty reason
            hash     | '123'                                  | a short hash
            hash     | '0123456789ABCDEF'                     | a hash in upper case
            comment  | 'nice game'                            | an extra field
            """)
    void invalid_replays_do_not_match_the_schema(String field, String value, String what) throws Exception {
        Map<String, Object> document = Replays.of("1", "random", "expand").toPlain();
        document.put(field, Json.read(value.replace('\'', '"')));
        String text = Json.text(document);
        assertThrows(AssertionError.class, () -> ReplaySchema.check(text));
    }

    @Test
    void every_field_is_required_by_the_schema_and_by_the_reader() {
        for (String field : Replays.of("1", "random", "expand").toPlain().keySet()) {
            Map<String, Object> document = Replays.of("1", "random", "expand").toPlain();
            document.remove(field);
            assertEquals(1, ReplaySchema.faults(Json.text(document)).size(), field);
            if (!field.equals("setUp")) {
                assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)), field);
            }
        }
    }
}

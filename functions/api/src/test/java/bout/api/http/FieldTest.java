package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bout.wire.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1,"b":[1,2]}    | { "b" : [1.0, 2e0], "a" : 1 }
            {"a":{"b":1,"c":2}}  | {"a":{"c":2,"b":1}}
            "é"                  | "\\u00e9"
            [null,true]          | [ null , true ]
            """)
    void the_same_value_has_the_same_hash_however_it_is_written(String one, String other) throws Exception {
        assertEquals(Field.of(Json.read(one)).hash(), Field.of(Json.read(other)).hash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1}    | {"a":"1"}
            [1,2]      | [2,1]
            {"a":1}    | {"a":1,"b":null}
            {"a":null} | {"a":false}
            [1]        | [1.5]
            """)
    void another_value_has_another_hash(String one, String other) throws Exception {
        assertNotEquals(
                Field.of(Json.read(one)).hash(), Field.of(Json.read(other)).hash());
    }
}

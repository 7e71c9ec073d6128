package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.access.AccessTokens.Issued;
import bout.store.access.AccessTokens.TokenRecord;
import bout.store.table.TableLayout;
import bout.wire.BearerToken;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class AccessTokensTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final AccessTokens tokens = new AccessTokens(store.table(), store.clock);

    @Test
    void a_token_that_was_issued_is_found_by_its_text() {
        Issued issued = tokens.issue("Zoë's bot 🐙", Scope.PLAY);
        TokenRecord record = issued.record();
        assertEquals(
                new TokenRecord(issued.token().id(), "Zoë's bot 🐙", Scope.PLAY, store.clock.instant(), null), record);
        assertEquals(Optional.of(record), tokens.find(issued.token()));
        assertFalse(record.revoked());
    }

    @Test
    void a_token_that_was_never_issued_is_not_found() {
        assertEquals(Optional.empty(), tokens.find(BearerToken.draw(new SecureRandom())));
    }

    @Test
    void the_table_does_not_hold_the_token() {
        Issued issued = tokens.issue("mine", Scope.ADMIN);
        String item = store.dynamoDb
                .getItem(get -> get.tableName(store.table)
                        .key(TableLayout.tokenKey(issued.record().id())))
                .item()
                .toString();
        assertTrue(item.contains("mine"), item);
        assertFalse(item.contains(issued.token().text().substring(5, 48)), "the token is in the table");
    }

    @Test
    void a_revoked_token_is_still_known_and_tells_since_when_it_does_not_count() {
        Issued issued = tokens.issue("mine", Scope.READ);
        store.clock.forwardMillis(1500);
        Instant revokedAt = store.clock.instant();
        TokenRecord revoked = tokens.revoke(issued.record().id()).orElseThrow();
        assertEquals(revokedAt, revoked.revokedAt());
        assertEquals(Optional.of(revoked), tokens.find(issued.token()));
        store.clock.forwardMillis(1);
        assertEquals(Optional.of(revoked), tokens.revoke(issued.record().id()), "the second time changes nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tok_00000000000000000000000000000000", "tok_", "", "../secret"})
    void no_other_id_can_be_revoked(String id) {
        assertEquals(Optional.empty(), tokens.revoke(id));
        assertEquals(Optional.empty(), tokens.revoke("x".repeat(5000)));
    }

    @Test
    void all_tokens_are_listed_the_newest_first() {
        TokenRecord first = tokens.issue("first", Scope.READ).record();
        store.clock.forwardMillis(1);
        TokenRecord second = tokens.issue("second", Scope.ADMIN).record();
        tokens.revoke(first.id());
        List<TokenRecord> listed = tokens.list().stream()
                .filter(record -> List.of(first.id(), second.id()).contains(record.id()))
                .toList();
        assertEquals(
                List.of("second", "first"),
                listed.stream().map(TokenRecord::name).toList());
        assertTrue(listed.getLast().revoked());
    }

    @Test
    void a_token_whose_answer_was_lost_is_issued_once_and_counts() {
        store.wire.loseNextAnswerOf("PutItem");
        Issued issued = tokens.issue("mine", Scope.PLAY);
        assertEquals(Optional.of(issued.record()), tokens.find(issued.token()));
    }
}

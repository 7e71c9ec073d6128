package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.store.TestStore;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Listing.PageRequest;
import bout.table.Quota;
import bout.table.TableLayout;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What equal requests create, whichever call to the table is the last one of a request that is cut off, and whatever
 * comes between two calls. Every owner may have one thing at a time.
 */
@Tag("aws")
class CreatingOnceTest {

    private static final Plan PLAN =
            new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "7", Map.of("boards", 3));

    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());

    @AutoClose
    private final TestStore store = new TestStore();

    private final Bots bots = new Bots(store.table(), store.clock, store.games);
    private final Tournaments tournaments = new Tournaments(store.table(), store.clock);
    private final String othersBot = "bot_" + store.ids.next();

    /** The number of calls until something happens; negative afterwards. */
    private int calls = -1;

    /** Whether it happens when the call has been made, or before. */
    private boolean afterCall;

    private Runnable event = () -> {};

    CreatingOnceTest() {
        store.wire.before((operation, request) -> {
            if (calls >= 0 && !afterCall) {
                count();
            }
        });
        store.wire.response((operation, response) -> {
            if (calls >= 0 && afterCall) {
                count();
            }
            return response;
        });
    }

    private void count() {
        if (calls-- == 0) {
            event.run();
        }
    }

    private enum Kind {
        MATCH,
        BOT,
        /** A bot that goes on as one that its owner has deleted. */
        BOT_AGAIN,
        TOURNAMENT
    }

    private final class Owner {

        private final Kind kind;
        private final String name = "owner-" + UUID.randomUUID();
        private final IdempotencyKey key = new IdempotencyKey(name, "key", "body");
        private final String game = "game-" + UUID.randomUUID();
        private final Bots bots = new Bots(store.table(), store.clock, List.of(game));
        private final Matches matches = new Matches(store.table(), store.clock, Duration.ZERO, List.of(game));

        private Owner(Kind kind) {
            this.kind = kind;
            if (kind == Kind.BOT_AGAIN) {
                end(id(create(null)));
            }
        }

        private Creation<?> create(IdempotencyKey with) {
            return switch (kind) {
                case MATCH ->
                    matches.acceptMatch(
                            store.queued(game, MatchOrigin.owner(name)),
                            with,
                            new MatchLimits(1, 100, 1000),
                            Set.of(othersBot));
                case BOT, BOT_AGAIN ->
                    bots.register(
                            BotRecord.registered(
                                    IdKind.BOT.next(store.ids),
                                    name,
                                    game,
                                    new BotSettings("Ada", new Program.Connected(), SECRET, Visibility.PUBLIC, true),
                                    store.clock.instant()),
                            with,
                            1);
                case TOURNAMENT ->
                    tournaments.create(
                            TournamentRecord.planned(
                                    IdKind.TOURNAMENT.next(store.ids),
                                    new TournamentSettings(name, name, true, GameSettings.of(game), PLAN, null),
                                    store.clock.instant()),
                            List.of(PlayerRecord.house("Ada", "random"), PlayerRecord.house("Ben", "random")),
                            with,
                            1);
            };
        }

        /** The id that a request and its repetition get. */
        private String createTwice() {
            String id = id(create(key));
            assertEquals(id, id(create(key)));
            return id;
        }

        private void end(String id) {
            switch (kind) {
                case MATCH -> matches.cancel(id, "no");
                case BOT, BOT_AGAIN -> bots.delete(bots.find(id).orElseThrow());
                case TOURNAMENT ->
                    tournaments.end(tournaments.find(id).orElseThrow(), TournamentState.CANCELLED, 0, List.of());
            }
        }

        /** The ids of what is there and has not ended. */
        private Set<String> all() {
            Set<String> ids = new HashSet<>();
            switch (kind) {
                case MATCH ->
                    matches.list(new PageRequest<>(game, Status.QUEUED, 100, null))
                            .items()
                            .forEach(match -> ids.add(match.id()));
                case BOT, BOT_AGAIN -> bots.ofGame(game).forEach(bot -> ids.add(bot.id()));
                case TOURNAMENT ->
                    tournaments.list(new PageRequest<>(game, name, 100, null)).items().stream()
                            .filter(tournament -> !tournament.state().over())
                            .forEach(tournament -> ids.add(tournament.id()));
            }
            return ids;
        }

        private Set<String> open() {
            return new Quota(
                            store.table(),
                            switch (kind) {
                                case MATCH -> TableLayout.MATCH;
                                case BOT, BOT_AGAIN -> TableLayout.BOT;
                                case TOURNAMENT -> TableLayout.TOURNAMENT;
                            },
                            name)
                    .open();
        }

        /** That just this exists, and takes all the room, once others have looked for what a crash has left. */
        private void checkOnly(String id) {
            assertEquals(Set.of(id), all());
            store.clock.forward(Duration.ofMinutes(16));
            assertInstanceOf(Creation.TooManyOpen.class, create(null));
            assertEquals(Set.of(id), open());
            end(id);
            end(id(create(null)));
            assertEquals(Set.of(), open());
        }
    }

    private static String id(Creation<?> creation) {
        Object made =
                switch (creation) {
                    case Creation.New<?>(Object fresh) -> fresh;
                    case Creation.Repeated<?>(Object earlier) -> earlier;
                    default -> throw new AssertionError("nothing was created: " + creation);
                };
        return switch (made) {
            case MatchRecord match -> match.id();
            case BotRecord bot -> bot.id();
            case TournamentRecord tournament -> tournament.id();
            default -> throw new AssertionError(made);
        };
    }

    /** Does something with a new owner each time, until the event comes after its end. */
    private void atEachCall(Kind kind, Function<Owner, Runnable> story) {
        for (boolean after : new boolean[] {false, true}) {
            for (int call = 0; ; call++) {
                Runnable told = story.apply(new Owner(kind));
                afterCall = after;
                calls = call;
                told.run();
                if (calls >= 0) {
                    assertTrue(call > 2, "a request makes more calls");
                    calls = -1;
                    break;
                }
            }
        }
    }

    /** Looks at what was done: these calls are not counted. */
    private void check(Runnable checks) {
        int left = calls;
        calls = -1;
        checks.run();
        calls = left;
    }

    private void cutOff(Owner owner) {
        event = () -> {
            throw SdkClientException.create("cut off");
        };
        try {
            owner.create(owner.key);
        } catch (SdkException cut) {
            assertEquals("cut off", cut.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_was_cut_off_is_finished_by_the_next_one(Kind kind) {
        atEachCall(kind, owner -> () -> {
            cutOff(owner);
            check(() -> owner.checkOnly(owner.createTwice()));
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_was_cut_off_takes_no_room_for_ever(Kind kind) {
        atEachCall(kind, owner -> () -> {
            cutOff(owner);
            check(() -> {
                store.clock.forward(Duration.ofMinutes(16));
                owner.all().forEach(owner::end);
                owner.checkOnly(id(owner.create(null)));
            });
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_key_without_a_thing_gives_a_new_one_when_its_id_is_too_old(Kind kind) {
        atEachCall(kind, owner -> () -> {
            cutOff(owner);
            check(() -> {
                store.clock.forward(Duration.ofMinutes(16));
                owner.checkOnly(owner.createTwice());
            });
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_refused_request_that_was_cut_off_leaves_nothing_that_matters(Kind kind) {
        atEachCall(kind, owner -> {
            String first = id(owner.create(null));
            return () -> {
                cutOff(owner);
                check(() -> {
                    assertEquals(Set.of(first), owner.all());
                    owner.end(first);
                    owner.checkOnly(owner.createTwice());
                });
            };
        });
    }

    @ParameterizedTest
    @EnumSource
    void an_equal_request_may_come_between_any_two_calls(Kind kind) {
        atEachCall(kind, owner -> () -> {
            Creation<?>[] second = new Creation<?>[1];
            event = () -> second[0] = owner.create(owner.key);
            String first = id(owner.create(owner.key));
            check(() -> {
                if (second[0] != null) {
                    assertEquals(first, id(second[0]));
                }
                assertEquals(first, id(owner.create(owner.key)));
                owner.checkOnly(first);
            });
        });
    }

    @ParameterizedTest
    @EnumSource
    void an_equal_request_may_come_while_one_is_refused(Kind kind) {
        atEachCall(kind, owner -> {
            String before = id(owner.create(null));
            return () -> {
                Creation<?>[] second = new Creation<?>[1];
                event = () -> {
                    owner.end(before);
                    second[0] = owner.create(owner.key);
                };
                Creation<?> first = owner.create(owner.key);
                check(() -> {
                    if (second[0] == null) {
                        owner.end(before);
                    }
                    String id = id(owner.create(owner.key));
                    for (Creation<?> answer : second[0] == null ? List.of(first) : List.of(first, second[0])) {
                        assertTrue(
                                answer instanceof Creation.TooManyOpen
                                        || id(answer).equals(id),
                                () -> "" + answer);
                    }
                    owner.checkOnly(id);
                });
            };
        });
    }
}

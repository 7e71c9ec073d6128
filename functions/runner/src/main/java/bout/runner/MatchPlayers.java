package bout.runner;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.Player;
import bout.botclient.player.UnprovenHosts;
import bout.competition.Outcome;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.connected.BotConnections;
import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.sandbox.PublishedPlayer;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.PublishedCode;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.telemetry.Machine;
import bout.wire.connection.ConnectionMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The players of a match: who answers at a seat, and the names they are shown with. */
public record MatchPlayers(
        Bots bots,
        PublishedCode published,
        SeatKey seatKey,
        BotClient client,
        UnprovenHosts unproven,
        Sandbox sandbox,
        Optional<BotConnections> connections) {

    /** The players of a rated match, while it is running. */
    private static final List<Replay.Player> UNNAMED = Seat.first(Seat.MOST).stream()
            .map(seat -> Replay.Player.named("Player " + seat.number()))
            .toList();

    public MatchPlayers(Aws aws, BotClient client, Sandbox sandbox) {
        this(
                new Bots(aws.table(), Machine.systemClock()),
                new PublishedCode(aws.bucket()),
                new SeatKey(aws.table()),
                client,
                new UnprovenHosts(0),
                sandbox,
                Optional.empty());
    }

    /** The players of a match, by seat. */
    record Seated(List<Player> players) implements AutoCloseable {
        @Override
        public void close() {
            players.forEach(Player::close);
        }
    }

    Seated seated(Game<?> game, MatchRecord match) {
        Seated seated = new Seated(new ArrayList<>());
        try {
            for (Seat seat : Seat.first(match.players().size())) {
                seated.players.add(at(game, match, seat));
            }
            return seated;
        } catch (RuntimeException | Error fault) {
            seated.close();
            throw fault;
        }
    }

    /** If a registered bot may not be called, all calls of its player fail with the reason. */
    Player at(Game<?> game, MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        if (player.house() != null) {
            HouseBot house = game.houseBot(player.house())
                    .orElseThrow(() -> new IllegalStateException("there is no house bot " + player.house()));
            return new HousePlayer(house.at(seat, match.settings().seed()));
        }
        return player.bot() == null ? atUrl(player.url(), match) : registered(player, match, seat);
    }

    private Player atUrl(String url, MatchRecord match) {
        // On whose behalf it is called.
        String whose = match.origin().owner() != null
                ? match.origin().owner()
                : match.subject().map(Subject::text).orElse("");
        return switch (BotUrl.read(url, client.policy())) {
            case BotUrl.Allowed allowed -> called(new Callee(whose, allowed.url(), null, match.rated()), false);
            case BotUrl.Refused refused -> Player.notAllowed(refused);
        };
    }

    private Player registered(PlayerRecord player, MatchRecord match, Seat seat) {
        MatchOrigin origin = match.origin();
        String matchOwner = origin.owner();
        Optional<BotRecord> found = bots.find(player.bot());
        if (found.isEmpty()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was deleted by its owner.");
        }
        BotRecord bot = found.get();
        // On a ladder, the bot was active when it was paired.
        boolean onLadder = origin.competition() instanceof Competition.OfLadder;
        if (!onLadder && !bot.isOf(matchOwner) && !bot.settings().active()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was paused.");
        }
        if (origin.competition() instanceof Competition.OfTournament of
                && bot.settings().left().contains(of.tournament())) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was taken out of the tournament by its owner.");
        }
        // It keeps the code that it had when the match was created. If it had none then, it has what it has now.
        String code = player.code() == null ? bot.code() : player.code();
        if (code != null) {
            return published(bot, code, match, seat);
        }
        if (!bot.isOf(matchOwner) && !bot.proven()) {
            // It was proven when the match was created; since then its owner has changed its URL to another host.
            return Player.failing(
                    Failure.Kind.WITHDRAWN,
                    "The bot was moved to another URL by its owner, who has not yet proved to control that one.");
        }
        return switch (bot.settings().program()) {
            case Program.AtUrl(String url) ->
                switch (BotUrl.read(url, client.policy())) {
                    case BotUrl.Allowed allowed ->
                        called(
                                new Callee(
                                        bot.id(), allowed.url(), bot.settings().secret(), match.rated()),
                                bot.proven());
                    case BotUrl.Refused refused -> Player.notAllowed(refused);
                };
            case Program.Published _ -> throw new IllegalStateException(bot.id() + " is published, without code");
            case Program.Connected _ ->
                connections
                        .map(each ->
                                each.player(bot.id(), bot.game(), bot.settings().secret(), match.rated()))
                        .orElseGet(() ->
                                Player.failing(Failure.Kind.UNREACHABLE, "This deployment has no connected bots."));
        };
    }

    private Player published(BotRecord bot, String code, MatchRecord match, Seat seat) {
        String randomSeed = seatKey.ids().randomSeed(match.id(), seat, bot.id());
        return new PublishedPlayer(sandbox.open(bot.game(), published.get(code), bot.owner(), randomSeed, seat));
    }

    private Player called(Callee callee, boolean proven) {
        Player player = client.player(callee);
        return proven ? player : new UnprovenPlayer(player, callee.url().host(), unproven);
    }

    /**
     * Tells the players that the match began or ended. Of a rated match never who the opponents are, because they may
     * still play another match on the same board, and only at its end where it will be shown: a bot could use that.
     *
     * @param ended {@code null} if the match has begun
     */
    static void tell(MatchRecord match, List<String> seatIds, List<Player> players, Match<?> ended) {
        for (Seat seat : Seat.first(players.size())) {
            players.get(seat.index())
                    .tell(new ConnectionMessage.Event(
                            seatIds.get(seat.index()),
                            match.game(),
                            seat,
                            match.rated() ? null : opponents(match, seat),
                            match.rated() && ended == null ? null : "/match.html?id=" + match.id(),
                            ended == null ? null : result(ended, seat)));
        }
    }

    private static String opponents(MatchRecord match, Seat seat) {
        List<String> names =
                new ArrayList<>(match.players().stream().map(PlayerRecord::name).toList());
        names.remove(seat.index());
        return String.join(", ", names);
    }

    private static ConnectionMessage.Result result(Match<?> ended, Seat seat) {
        Seat failed = Forfeit.of(ended).map(Forfeit::seat).orElse(null);
        return switch (Outcome.of(ended.result(), failed).halfWins(seat.index())) {
            case 0 -> ConnectionMessage.Result.LOST;
            case 1 -> ConnectionMessage.Result.DRAWN;
            default -> ConnectionMessage.Result.WON;
        };
    }

    /** As shown to everyone: without the URLs of bots. */
    static List<Replay.Player> shown(MatchRecord match) {
        return Seat.first(match.players().size()).stream()
                .map(seat -> {
                    PlayerRecord player = match.players().get(seat.index());
                    return new Replay.Player(
                            player.name(),
                            player.house(),
                            player.bot(),
                            match.version(seat).orElse(null),
                            player.code());
                })
                .toList();
    }

    /** As shown while they play. */
    static List<Replay.Player> shownLive(MatchRecord match) {
        // Otherwise a bot's owner could tell it who its opponent is, and what to do about that.
        return match.rated() ? UNNAMED.subList(0, match.players().size()) : shown(match);
    }
}

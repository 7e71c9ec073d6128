package bout.standings.update;

import bout.competition.journal.Competition.Subject;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.Aws;
import bout.store.access.Erasures;
import bout.store.access.Erasures.Erasure;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.PublishedCode;
import bout.store.bucket.Bucket;
import bout.store.contest.ContestRecord;
import bout.store.contest.Contests;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Consoles;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.wire.ReplayFile;
import bout.wire.ReplayFile.NotAReplay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases owners: removes their access and their bots, then looks at all matches, tournaments and contests for what they
 * have chosen. Everything may be interrupted at any point and repeated; see {@link Erasure}.
 */
final class ErasureUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(ErasureUpdate.class);

    /** Most matches are shorter, so those being played now will have ended by then. */
    static final Duration AGAIN_AFTER = Duration.ofHours(1);

    /** Other updates wait in the same batch. The next run, a minute later, goes on. */
    private static final Duration AT_A_TIME = Duration.ofSeconds(10);

    private static final int PAGE = 100;

    private final Erasures erasures;
    private final Bots bots;
    private final Matches matches;
    private final Tournaments tournaments;
    private final Contests contests;
    private final Journals journals;
    private final SeatKey seatKey;
    private final Replays replays;
    private final LiveReplays live;
    private final Consoles consoles;
    private final PublishedCode code;
    private final TournamentUpdate standings;
    private final LadderUpdate ladders;
    private final Clock clock;
    private final List<Look> looks = new ArrayList<>();

    /** Looks at a page of a list. */
    private interface Look {

        /** @return the last id of the page, or {@code null} if no more follow */
        String page(Pass pass, String behind);
    }

    ErasureUpdate(Aws aws, TournamentUpdate standings, LadderUpdate ladders, Clock clock) {
        this.erasures = new Erasures(aws.table(), clock);
        this.bots = new Bots(aws.table(), clock);
        this.matches = aws.matches(clock);
        this.tournaments = new Tournaments(aws.table(), clock);
        this.contests = new Contests(aws.table());
        this.journals = new Journals(aws.table());
        this.seatKey = new SeatKey(aws.table());
        this.replays = new Replays(aws.bucket());
        // It only deletes them.
        this.live = new LiveReplays(aws.bucket(), Duration.ZERO);
        this.consoles = new Consoles(aws.bucket());
        this.code = new PublishedCode(aws.bucket());
        this.standings = standings;
        this.ladders = ladders;
        this.clock = clock;
        for (String game : games()) {
            // In the order in which a match passes through them, so that none is missed.
            for (Status status : Status.values()) {
                looks.add((pass, behind) -> matches(pass, game, status, behind));
            }
        }
        for (boolean isPublic : new boolean[] {true, false}) {
            looks.add((pass, behind) -> tournaments(pass, isPublic, behind));
            looks.add((pass, _) -> contests(pass, isPublic));
        }
    }

    private static List<String> games() {
        return Games.ALL.stream().map(game -> game.card().id()).toList();
    }

    /** The knowledge and findings of one pass. */
    private static final class Pass {

        private final String owner;
        private final Set<String> bots;
        private final Set<String> codes;
        private final Set<String> others;
        private boolean found;

        private Pass(Erasure erasure, Set<String> bots) {
            this.owner = erasure.id();
            this.bots = bots;
            this.codes = new HashSet<>(erasure.codes());
            this.others = new HashSet<>(erasure.others());
        }

        /** @param own whether the owner has asked for what it plays in */
        private PlayerRecord erased(PlayerRecord player, boolean own) {
            boolean its = player.bot() == null ? own : bots.contains(player.bot());
            return its ? player.erased() : player;
        }

        private void note(String bot, String itsCode) {
            if (itsCode != null && bots.contains(bot)) {
                codes.add(itsCode);
            } else if (codes.contains(itsCode)) {
                others.add(itsCode);
            }
        }
    }

    void update(String owner) {
        erasures.find(owner)
                .filter(erasure -> !erasure.nextAt().isAfter(clock.instant()))
                .ifPresent(this::carryOn);
    }

    private void carryOn(Erasure begun) {
        Instant until = clock.instant().plus(AT_A_TIME);
        erasures.removeAccess(begun.id());
        Erasure erasure = withoutBots(begun);
        Pass pass = new Pass(erasure, bots.deletedOf(erasure.id()));
        while (erasure.step() < looks.size()) {
            String last = looks.get(erasure.step()).page(pass, erasure.behind());
            int step = last == null ? erasure.step() + 1 : erasure.step();
            erasure = erasure.at(step, last, pass.found, pass.codes, pass.others);
            if (clock.instant().isAfter(until)) {
                erasures.save(erasure);
                return;
            }
        }
        if (erasure.found() || !erasure.nextAt().isAfter(erasure.startedAt())) {
            erasures.save(erasure.again(clock.instant().plus(AGAIN_AFTER)));
            return;
        }
        removeCode(erasure);
        erasures.over(erasure);
        LOG.atInfo().addKeyValue("owner", erasure.id()).log("The owner is erased");
    }

    private Erasure withoutBots(Erasure before) {
        List<BotRecord> left =
                List.copyOf(bots.find(Set.copyOf(bots.idsOf(before.id()))).values());
        if (left.isEmpty()) {
            return before;
        }
        Set<String> codes = new HashSet<>(before.codes());
        left.stream().map(BotRecord::code).filter(Objects::nonNull).forEach(codes::add);
        left.forEach(bot -> codes.addAll(bots.codeBefore(bot.id())));
        Erasure erasure = before.at(before.step(), before.behind(), true, codes, before.others());
        // First, because a deleted bot does not tell what its code was.
        erasures.save(erasure);
        for (BotRecord bot : left) {
            bots.delete(bot.id());
            matches.cancelOfOthers(bot.id(), "A bot that plays in it was erased.");
        }
        return erasure;
    }

    private String matches(Pass pass, String game, Status status, String behind) {
        List<MatchRecord> page = matches.page(game, status, behind, PAGE);
        page.forEach(match -> erase(pass, match));
        return page.size() < PAGE ? null : page.getLast().id();
    }

    private void erase(Pass pass, MatchRecord match) {
        match.players().forEach(player -> pass.note(player.bot(), player.code()));
        boolean own = pass.owner.equals(match.origin().owner());
        MatchRecord erased = match.erased(player -> pass.erased(player, own), own);
        if (!match.status().over()) {
            // Its names follow when it is over: the runner writes them into the replay.
            pass.found |= own || !erased.equals(match);
            if (own) {
                matches.cancel(match.id(), "Its owner was erased.");
            }
        } else if (!erased.equals(match)) {
            pass.found = true;
            eraseFiles(match, erased);
            // Last, because it says that nothing is left to do.
            matches.rename(match, erased);
        }
    }

    private void eraseFiles(MatchRecord match, MatchRecord erased) {
        String name = seatKey.fileName(match);
        List<PlayerRecord> before = match.players();
        List<PlayerRecord> after = erased.players();
        replays.get(name).ifPresent(file -> replays.rename(name, renamed(name, file, before, after)));
        live.delete(name);
        for (Seat seat : Seat.first(before.size())) {
            PlayerRecord player = before.get(seat.index());
            if (player.bot() != null && !player.equals(after.get(seat.index()))) {
                consoles.delete(match.id(), seat);
            }
        }
    }

    private static byte[] renamed(String name, byte[] file, List<PlayerRecord> before, List<PlayerRecord> after) {
        try {
            Replay replay = ReplayFile.read(file);
            List<Replay.Player> players = new ArrayList<>(replay.start().players());
            for (int i = 0; i < players.size(); i++) {
                if (!before.get(i).equals(after.get(i))) {
                    players.set(i, players.get(i).renamed(after.get(i).name()));
                }
            }
            return ReplayFile.write(replay.with(players));
        } catch (NotAReplay wrong) {
            throw Bucket.broken(Replays.key(name), wrong);
        }
    }

    private String tournaments(Pass pass, boolean isPublic, String behind) {
        List<TournamentRecord> page = tournaments.page(isPublic, behind, PAGE);
        page.forEach(tournament -> erase(pass, tournament));
        return page.size() < PAGE ? null : page.getLast().id();
    }

    private void erase(Pass pass, TournamentRecord tournament) {
        String id = tournament.id();
        List<PlayerRecord> players = tournaments.players(id);
        players.forEach(player -> pass.note(player.bot(), player.code()));
        boolean own = pass.owner.equals(tournament.owner());
        if (!own && players.stream().noneMatch(player -> pass.bots.contains(player.bot()))) {
            return;
        }
        pass.found |= tournaments.erase(id, player -> pass.erased(player, own), own);
        if (own && players.stream().anyMatch(player -> player.url() != null)) {
            journals.rename(new Subject.Tournament(id), PlayerRecord::erasedKey);
        }
        // Also if nothing was left: the deletion might have been interrupted before this.
        standings.update(id);
    }

    private String contests(Pass pass, boolean isPublic) {
        contests.newest(isPublic, Integer.MAX_VALUE).stream()
                .map(listed -> contests.find(listed.id()))
                .flatMap(Optional::stream)
                .forEach(contest -> erase(pass, contest));
        return null;
    }

    private void erase(Pass pass, ContestRecord contest) {
        contest.journal().stream()
                .flatMap(event -> event.entrants().stream())
                .forEach(entrant -> pass.note(entrant.bot(), entrant.code()));
        if (pass.owner.equals(contest.settings().owner()) && contest.settings().webhook() != null) {
            contests.withoutWebhook(contest);
            pass.found = true;
        }
        pass.found |= contests.rename(contest.id(), pass.bots, PlayerRecord.ERASED);
        if (contest.settings().plan().ladder()) {
            ladders.update(contest.id());
        }
    }

    /** Removes the code that no bot of another owner has or has played with. */
    private void removeCode(Erasure erasure) {
        Set<String> unused = new HashSet<>(erasure.codes());
        unused.removeAll(erasure.others());
        if (!unused.isEmpty()) {
            games().stream()
                    .flatMap(game -> bots.ofGame(game).stream())
                    .map(BotRecord::code)
                    .forEach(unused::remove);
        }
        unused.forEach(code::delete);
    }
}

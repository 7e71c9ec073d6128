package bout.api;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.wire.ScoreText;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Addresses of matches, bots and tournaments that unfold in chats. */
public record ShareEndpoints(
        Matches matches,
        Bots bots,
        Tournaments tournaments,
        StandingsFiles standings,
        Journals journals,
        SourceAddress addresses) {

    /** Among so many results, one that is worth showing is looked for. */
    private static final int LOOKED_THROUGH = 20;

    public Response match(Request request) {
        Optional<MatchRecord> found = matches.find(request.id());
        MatchRecord seen = request.caller().seenMatch(found.map(tournaments::asRevealed));
        return page(seen, found.filter(ShareEndpoints::isDrawn).isPresent(), addresses.site(request));
    }

    public Response bot(Request request) {
        return page(request.caller().seenBot(bots.find(request.id())), addresses.site(request));
    }

    public Response tournament(Request request) {
        return page(request.caller().seenTournament(tournaments.find(request.id())), addresses.site(request));
    }

    /** The function that draws matches knows nothing of tournaments: it does not draw one that was hidden. */
    private static boolean isDrawn(MatchRecord match) {
        return match.shownStatus() == Status.FINISHED && !match.origin().seenByOwnerOnly();
    }

    private static Response page(MatchRecord match, boolean drawn, URI site) {
        // Until a rated match can be shown, its players are secret.
        List<String> names = Seat.first(match.players().size()).stream()
                .map(seat -> match.shown() ? match.players().get(seat.index()).shownName() : "Player " + seat.number())
                .toList();
        String game = name(match.game());
        String description =
                switch (match.shownStatus()) {
                    case QUEUED -> game + ": the match will start soon.";
                    case RUNNING -> game + ": live now.";
                    case FINISHED -> game + ": " + ending(match, names);
                    case FAILED, CANCELLED -> game + ": the match was not finished.";
                };
        return preview(
                String.join(" vs ", names),
                description,
                picture(Optional.of(match.id()).filter(id -> drawn), match.game(), site),
                site.resolve("/match.html?id=" + match.id()));
    }

    private static String ending(MatchRecord match, List<String> names) {
        String ending = match.ending(names);
        return match.forfeit().isPresent()
                ? ending + "."
                : (ending.startsWith("draw") ? "a " : "") + ending + ", "
                        + ScoreText.of(match.outcome().result()) + " after "
                        + match.progress().turn() + " turns.";
    }

    private Response page(BotRecord bot, URI site) {
        return preview(
                bot.settings().name(),
                "A program that plays " + name(bot.game()) + " against others.",
                picture(latestOf(bot), bot.game(), site),
                site.resolve("/bot.html?key=" + bot.id()));
    }

    private Response page(TournamentRecord tournament, URI site) {
        String state =
                switch (tournament.state()) {
                    case PLANNED -> "It will start soon.";
                    case RUNNING -> tournament.progress().played() + " matches have been played.";
                    case CANCELLING, CANCELLED -> "It was cancelled.";
                    case FINISHED -> "It has ended.";
                };
        return preview(
                tournament.settings().name(),
                "A tournament of " + tournament.settings().plan().players() + " programs in " + name(tournament.game())
                        + ". " + state,
                picture(
                        tournament.settings().isPublic() ? latestOf(tournament) : Optional.empty(),
                        tournament.game(),
                        site),
                site.resolve("/tournament.html?id=" + tournament.id()));
    }

    private static String name(String game) {
        return Games.byId(game).map(found -> found.card().name()).orElse(game);
    }

    /** The bot's latest match on the ladder that is worth showing. */
    private Optional<String> latestOf(BotRecord bot) {
        return standings
                .get(StandingsFiles.bot(bot.id()))
                .flatMap(page -> page.get("recent").entries().stream()
                        .filter(match -> match.get("worthShowing").bool())
                        .findFirst())
                .map(match -> match.get("match").text());
    }

    /** The latest match that is worth showing; at the end of a knockout, that is the final. */
    private Optional<String> latestOf(TournamentRecord tournament) {
        Subject subject = new Subject.Tournament(tournament.id());
        long length = journals.length(subject);
        return journals.read(subject, Math.max(0, length - LOOKED_THROUGH), LOOKED_THROUGH).reversed().stream()
                .filter(JournalEntry::worthShowing)
                .findFirst()
                .map(JournalEntry::match);
    }

    /**
     * The picture of a finished match, which is that of its game once its replay has expired; without one, the game's.
     */
    private static URI picture(Optional<String> match, String game, URI site) {
        return site.resolve(
                match.map(id -> "/api/share/matches/" + id + "/picture.png").orElse("/games/" + game + "/preview.png"));
    }

    /**
     * For programs that unfold an address in a chat: they run no scripts. People are sent on to the page. Everything is
     * escaped: names come from strangers.
     */
    private static Response preview(String title, String description, URI picture, URI page) {
        return Response.page("""
                <!doctype html>
                <html lang="en">
                <head>
                  <meta charset="utf-8">
                  <title>%1$s · Bout</title>
                  <meta name="description" content="%2$s">
                  <meta property="og:site_name" content="Bout">
                  <meta property="og:type" content="website">
                  <meta property="og:title" content="%1$s">
                  <meta property="og:description" content="%2$s">
                  <meta property="og:url" content="%4$s">
                  <meta property="og:image" content="%3$s">
                  <meta property="og:image:width" content="1200">
                  <meta property="og:image:height" content="630">
                  <meta name="twitter:card" content="summary_large_image">
                  <meta name="twitter:title" content="%1$s">
                  <meta name="twitter:description" content="%2$s">
                  <meta name="twitter:image" content="%3$s">
                  <link rel="canonical" href="%4$s">
                  <meta http-equiv="refresh" content="0; url=%4$s">
                </head>
                <body><p><a href="%4$s">%1$s</a>: %2$s</p></body>
                </html>
                """.formatted(escaped(title), escaped(description), escaped(picture), escaped(page)));
    }

    private static String escaped(Object text) {
        return text.toString()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

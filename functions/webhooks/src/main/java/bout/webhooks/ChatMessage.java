package bout.webhooks;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Revealed;
import bout.engine.Plain;
import bout.engine.Result;
import bout.games.Games;
import bout.store.contest.ContestRecord;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.wire.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a chat shows when a match or a tournament has ended, or a contest goes on.
 *
 * <p>Names come from strangers. They must not notify anybody ({@code @everyone}, {@code <!channel>}), look like ours,
 * or become links.
 *
 * @param text without any formatting
 * @param link to the page, or {@code null} if others cannot see it
 */
record ChatMessage(String text, URI link) {

    /** Characters with a meaning in the chats' formatting, or that begin a mention, an emoji or a link. */
    private static final Pattern SPECIAL = Pattern.compile("[\\\\*_~`|>#\\[\\]()<:@/&!+.-]");

    /** Invisible, and of no width: no mention, link or formatting goes on behind it. */
    private static final String BREAK = "\u200B";

    static ChatMessage of(MatchRecord match, URI site) {
        List<String> names =
                match.players().stream().map(PlayerRecord::shownName).toList();
        String begin = String.join(" vs ", names) + ", " + game(match.game()) + ": ";
        if (match.status() != Status.FINISHED) {
            String reason = match.outcome().reason();
            return new ChatMessage(begin + "the match was not finished." + (reason == null ? "" : " " + reason), null);
        }
        Result result = match.outcome().result();
        return new ChatMessage(
                begin + match.ending(names) + ", "
                        + result.scores().stream().map(score -> score(score)).collect(Collectors.joining(" : ")),
                match.origin().seenByOwnerOnly() ? null : site.resolve("/match.html?id=" + match.id()));
    }

    static ChatMessage of(TournamentRecord tournament, URI site) {
        List<String> winners = tournament.progress().winners();
        String end = tournament.state() != TournamentState.FINISHED
                ? "was cancelled"
                : winners.isEmpty()
                        ? "has ended"
                        : "was won by " + listed(winners) + (winners.size() == 1 ? "" : ", who are level,");
        return new ChatMessage(
                "The tournament " + tournament.settings().name() + ", " + game(tournament.game()) + ", " + end
                        + " after " + matches(tournament.progress().played()) + ".",
                tournament.isPublic() ? site.resolve("/tournament.html?id=" + tournament.id()) : null);
    }

    /** Of the last entry in the journal of a contest. */
    static ChatMessage of(ContestRecord contest, URI site) {
        Contest now = contest.contest();
        String said =
                switch (contest.journal().getLast()) {
                    case Closed closed ->
                        "sign-up has closed with " + closed.entrants().size() + " bots.";
                    case Begun begun -> "stage " + (begun.stage() + 1) + " has begun.";
                    case Ended ended -> "stage " + (ended.stage() + 1) + " has ended.";
                    case Again again ->
                        "a match of stage " + (again.stage() + 1) + " is played again. " + again.reason();
                    case Revealed revealed -> "the results of stage " + (revealed.stage() + 1) + " are public.";
                    case Cancelled cancelled -> "it was cancelled. " + cancelled.reason();
                    default -> "its journal has a new entry.";
                };
        String winner = now.podium().isEmpty()
                ? ""
                : " The winner is " + now.podium().getFirst().name() + ".";
        return new ChatMessage(
                "The contest " + contest.settings().name() + ", "
                        + game(contest.settings().game().id()) + ": " + said + winner,
                contest.settings().isPublic() ? site.resolve("/contest.html?id=" + contest.id()) : null);
    }

    private static String matches(long played) {
        return played == 1 ? "1 match" : played + " matches";
    }

    private static String listed(List<String> names) {
        return names.size() == 1
                ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    private static String game(String id) {
        return Games.byId(id).map(game -> game.card().name()).orElse(id);
    }

    /** With up to two decimals: sums of fractions end in digits that mean nothing. */
    private static String score(double score) {
        return new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(BigDecimal.valueOf(score).setScale(2, RoundingMode.HALF_UP));
    }

    byte[] body(ChatFormat format) {
        return Json.bytes(
                switch (format) {
                    case DISCORD -> discord();
                    case SLACK -> slack();
                });
    }

    private Map<String, Object> discord() {
        String shown = SPECIAL.matcher(text).replaceAll(found -> "\\\\\\" + found.group() + BREAK);
        // No one is notified, whatever the text says.
        return Plain.object(
                "content", link == null ? shown : shown + "\n" + link, "allowed_mentions", Map.of("parse", List.of()));
    }

    private Map<String, Object> slack() {
        // The outer text is shown in notifications; Slack reads formatting in it, but none in plain_text.
        String fallback = SPECIAL.matcher(text).replaceAll(found -> switch (found.group()) {
            case "&" -> "&amp;";
            case "<" -> "&lt;";
            case ">" -> "&gt;";
            default -> "\\" + found.group() + BREAK;
        });
        List<Object> blocks = new ArrayList<>();
        blocks.add(section(Map.of("type", "plain_text", "text", text, "emoji", false)));
        if (link != null) {
            blocks.add(section(Map.of("type", "mrkdwn", "text", "<" + link + ">")));
        }
        return Plain.object("text", fallback, "blocks", blocks);
    }

    private static Object section(Map<String, Object> text) {
        return Map.of("type", "section", "text", text);
    }
}

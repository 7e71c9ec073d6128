package bout.api;

import bout.api.http.Caller;
import bout.competition.Author;
import bout.engine.Plain;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Registered bots as callers see them: the schemas {@code Bot} and {@code BotWithSecret} of the OpenAPI document.
 *
 * @param connections which connected bots are online
 * @param authors who has made them
 */
record BotAnswer(Connections connections, Authors authors) {

    static String path(BotRecord bot) {
        return "/api/bots/" + bot.id();
    }

    /** The part that everyone who can see the bot sees; its owner sees more. */
    Map<String, Object> to(Caller caller, BotRecord bot) {
        Author author = authors.of(List.of(bot)).get(bot.id());
        return to(caller, bot, author, () -> connections.newest(bot.id()).isPresent());
    }

    List<Map<String, Object>> to(Caller caller, List<BotRecord> bots) {
        Map<String, Set<String>> online = new HashMap<>();
        Map<String, Author> of = authors.of(bots);
        return bots.stream()
                .map(bot -> to(
                        caller, bot, of.get(bot.id()), () -> online.computeIfAbsent(bot.game(), connections::connected)
                                .contains(bot.id())))
                .toList();
    }

    private static Map<String, Object> to(Caller caller, BotRecord bot, Author author, BooleanSupplier online) {
        boolean own = bot.isOf(caller.owner());
        Program program = bot.settings().program();
        Health health = bot.version().health();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", bot.id());
        plain.put("game", bot.game());
        plain.put("name", bot.settings().name());
        plain.put("author", author);
        plain.put("visibility", bot.settings().visibility().code());
        plain.put("active", bot.settings().active());
        plain.put("version", bot.version().number());
        plain.put("kind", program.kind());
        if (program instanceof Program.Connected) {
            plain.put("online", online.getAsBoolean());
        }
        plain.put("openSource", program instanceof Program.Published published && published.open());
        plain.put("proven", bot.proven());
        plain.put("health", own ? own(health) : Map.of("suspended", health.suspended()));
        plain.put("createdAt", bot.createdAt());
        plain.put("updatedAt", bot.updatedAt());
        switch (program) {
            case Program.AtUrl(String url)
            when own -> {
                plain.put("url", url);
                plain.put("proof", proof(bot, url));
            }
            case Program.Published published
            when own || published.open() ->
                plain.put("code", Map.of("sha256", published.code(), "bytes", published.bytes()));
            default -> {}
        }
        if (own) {
            plain.put("left", bot.settings().left());
            plain.put("check", bot.version().check());
        }
        return plain;
    }

    Map<String, Object> withSecret(Caller caller, BotRecord bot) {
        Map<String, Object> plain = to(caller, bot);
        plain.put("secret", bot.settings().secret().text());
        return plain;
    }

    private static Map<String, Object> own(Health health) {
        return Plain.object(
                "suspended", health.suspended(),
                "suspendedAt", health.suspended() ? health.changedAt() : null,
                "reason", health.reason(),
                "checkedAt", health.checkedAt());
    }

    private static Map<String, Object> proof(BotRecord bot, String url) {
        Verification verification = bot.version().verification();
        return Plain.object(
                "file", "/.well-known/bout/" + bot.id(),
                "text", bot.settings().secret().proof(url),
                "provenAt", verification.provenAt(),
                "lapsesAt", verification.lapsesAt(),
                "refusal", verification.refusal());
    }
}

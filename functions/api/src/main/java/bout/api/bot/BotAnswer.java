package bout.api.bot;

import bout.api.access.Caller;
import bout.store.bot.BotCheck;
import bout.store.bot.BotRecord;
import bout.store.bot.Health;
import bout.store.bot.Program;
import bout.store.bot.Proof;
import bout.store.line.Lines;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Registered bots as callers see them: the schemas {@code Bot} and {@code BotWithSecret} of the OpenAPI document.
 *
 * @param lines which connected bots are online
 */
record BotAnswer(Lines lines) {

    static String path(BotRecord bot) {
        return "/api/bots/" + bot.id();
    }

    /** What everyone who may see the bot sees; its owner sees more. */
    Map<String, Object> to(Caller caller, BotRecord bot) {
        return to(caller, bot, () -> lines.newest(bot.id()).isPresent());
    }

    /** The same for many bots, with one query for the connected ones of a game. */
    List<Map<String, Object>> to(Caller caller, List<BotRecord> bots) {
        Map<String, Set<String>> online = new HashMap<>();
        return bots.stream()
                .map(bot -> to(caller, bot, () -> online.computeIfAbsent(bot.game(), lines::connected)
                        .contains(bot.id())))
                .toList();
    }

    private static Map<String, Object> to(Caller caller, BotRecord bot, BooleanSupplier online) {
        boolean own = bot.isOf(caller.owner());
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", bot.id());
        plain.put("game", bot.game());
        plain.put("name", bot.settings().name());
        plain.put("visibility", bot.settings().visibility().code());
        plain.put("active", bot.settings().active());
        plain.put("version", bot.version().number());
        plain.put("kind", bot.settings().program().kind());
        if (bot.settings().program() instanceof Program.Connected) {
            plain.put("online", online.getAsBoolean());
        }
        plain.put("openSource", bot.settings().program() instanceof Program.Published published && published.open());
        plain.put("proven", bot.proven());
        plain.put(
                "health",
                own
                        ? ofOwn(bot.version().health())
                        : Map.of("suspended", bot.version().health().suspended()));
        plain.put("createdAt", bot.createdAt().toString());
        plain.put("updatedAt", bot.updatedAt().toString());
        switch (bot.settings().program()) {
            case Program.AtUrl(String url)
            when own -> {
                plain.put("url", url);
                plain.put("proof", of(bot, bot.version().proof()));
            }
            case Program.Published published
            when own || published.open() ->
                plain.put("code", Map.of("sha256", published.code(), "bytes", published.bytes()));
            default -> {}
        }
        if (own) {
            plain.put("left", bot.settings().left());
            plain.put(
                    "check",
                    bot.version().check() == null ? null : of(bot.version().check()));
        }
        return plain;
    }

    /** For the two responses that contain the secret. */
    Map<String, Object> withSecret(Caller caller, BotRecord bot) {
        Map<String, Object> plain = to(caller, bot);
        plain.put("secret", bot.settings().secret().text());
        return plain;
    }

    private static Map<String, Object> ofOwn(Health health) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("suspended", health.suspended());
        plain.put("suspendedAt", health.suspended() ? text(health.changedAt()) : null);
        plain.put("reason", health.reason());
        plain.put("checkedAt", text(health.checkedAt()));
        return plain;
    }

    private static Map<String, Object> of(BotRecord bot, Proof proof) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("challenge", proof.challenge());
        plain.put("header", "Bout-Challenge: " + proof.challenge());
        plain.put("file", "/.well-known/bout/" + bot.id());
        plain.put("provenAt", text(proof.provenAt()));
        plain.put("lapsesAt", text(proof.lapsesAt()));
        plain.put("refusal", proof.refusal());
        return plain;
    }

    static Map<String, Object> of(BotCheck check) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", check.id());
        plain.put("match", check.match());
        plain.put("askedAt", text(check.askedAt()));
        plain.put("finishedAt", text(check.finishedAt()));
        plain.put("calls", check.calls().stream().map(BotAnswer::of).toList());
        return plain;
    }

    private static Map<String, Object> of(BotCheck.CheckedCall call) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("turn", call.turn());
        plain.put("seat", call.seat().number());
        plain.put("sent", call.sent());
        plain.put("came", call.came());
        plain.put("milliseconds", call.milliseconds());
        plain.put("passed", call.passed());
        plain.put("text", call.text());
        return plain;
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}

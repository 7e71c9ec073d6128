package bout.store.bot;

import bout.competition.Author;
import bout.store.access.Owners;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.PlayerRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Who has made registered bots. Names are read whenever they are shown and stored nowhere else, so an owner has the
 * same name everywhere, and none once it is erased.
 */
public record Authors(Bots bots, Owners owners) {

    /** The authors by the ids of their bots, with one batch read. None of a bot whose owner has no account. */
    public Map<String, Author> of(Collection<BotRecord> shown) {
        Map<String, Author> byOwner =
                owners.authors(shown.stream().map(BotRecord::owner).collect(Collectors.toSet()));
        Map<String, Author> authors = new HashMap<>();
        shown.stream()
                .filter(bot -> byOwner.containsKey(bot.owner()))
                .forEach(bot -> authors.put(bot.id(), byOwner.get(bot.owner())));
        return authors;
    }

    /** Of those among the players who are public bots, by the ids of the bots. */
    public Map<String, Author> ofPublic(Collection<PlayerRecord> players) {
        return of(players, bot -> bot.settings().visibility() == Visibility.PUBLIC);
    }

    /** @param seen whose author may be named */
    public Map<String, Author> of(Collection<PlayerRecord> players, Predicate<BotRecord> seen) {
        return of(
                players.stream().map(PlayerRecord::bot).filter(Objects::nonNull).collect(Collectors.toSet()), seen);
    }

    /** @param seen whose author may be named */
    public Map<String, Author> of(Set<String> ids, Predicate<BotRecord> seen) {
        return of(bots.find(ids).values().stream().filter(seen).toList());
    }
}

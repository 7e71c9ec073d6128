package bout.competition;

/** Who has made a bot, as everyone may know it: the id of an owner, and the name that it has now. */
public record Author(String id, String name) {}

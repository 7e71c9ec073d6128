package bout.engine;

import java.util.List;

/**
 * What a game tells people about itself.
 *
 * @param id its name in requests, replays and headers: lower case, words joined by hyphens
 * @param name its name for people
 * @param summary one sentence
 * @param rules the rules in short, a sentence or two each
 * @param options what a match may set
 * @param timeLimits how long a bot may take where the match does not say
 * @param form how the fields of a request are sent
 * @param request what each field of a request holds
 * @param answer what a bot answers
 * @param exampleAnswer an answer that the game can read, as a plain value
 * @param scoreUnit what a score counts, such as {@code tiles}
 */
public record GameCard(
        String id,
        String name,
        String summary,
        List<String> rules,
        List<Option> options,
        TimeLimits timeLimits,
        Ask.Form form,
        String request,
        String answer,
        Object exampleAnswer,
        String scoreUnit) {}

package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.games.ajaxtiles.AjaxTiles;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ServeCommandTest {

    private static HouseBot random() {
        return new AjaxTiles()
                .houseBots().stream()
                        .filter(bot -> bot.name().equals("random"))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void it_prints_its_url_and_serves_until_interrupted() throws Exception {
        try (Serving serving = new Serving("serve", "ajax-tiles", "random", "--port", "0")) {
            Ran.line("play ajax-tiles " + serving.url() + " house:random --set maxTurns=20 --json --seed 3")
                    .prints("\"turns\":20,\"calls\":20,\"failures\":[]");
        }
    }

    @Test
    void many_matches_at_once_are_served() throws IOException {
        try (BotServer server = new BotServer(0, BotServer.houseBot(Games.ALL.getFirst(), random()))) {
            Ran ran = Ran.line("play ajax-tiles " + server.url() + " " + server.url()
                            + " --set maxTurns=20 --games 40 --concurrency 20 --json")
                    .succeeds();
            assertEquals(40, ran.lines().size());
            ran.lines().forEach(line -> assertTrue(line.contains("\"failures\":[]"), line));
        }
    }
}

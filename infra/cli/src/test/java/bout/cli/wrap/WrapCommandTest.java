package bout.cli.wrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.bots.BotServer;
import bout.cli.Ran;
import bout.cli.Serving;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class WrapCommandTest {

    @Test
    void it_prints_its_url_and_serves_until_interrupted() throws Exception {
        try (Serving serving = new Serving("wrap", "ice-and-fire", "--port", "0", "--", "sh", "-c", "exit 4");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(serving.url())
                            .header("Bout-Game", "ice-and-fire")
                            .header("Bout-Match", "m")
                            .header("Bout-Seat", "1")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"mineSpots\":[],\"gold\":0,\"income\":0,\"opponentGold\":0,\"opponentIncome\":0,"
                                            + "\"rows\":[],\"buildings\":[],\"units\":[]}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().startsWith("The bot's process ended with status 4"), answer.body());
        }
    }

    @Test
    void a_program_for_the_original_plays_a_match_without_a_failure() throws Exception {
        WrappedBots bots =
                new WrappedBots(List.of("sh", "-c", """
                        lines() {
                            left=$1
                            while [ "$left" -gt 0 ]; do read -r line || exit 0; left=$((left - 1)); done
                        }
                        read -r spots
                        lines "$spots"
                        while lines 16; do
                            read -r buildings && lines "$buildings"
                            read -r units && lines "$units"
                            echo "MSG $buildings buildings, $units units; WAIT"
                        done
                        """), (seat, line) -> fail(seat + ": " + line), System::nanoTime);
        try (bots;
                BotServer server = new BotServer(0, bots::answer)) {
            Ran.bout("play", "ice-and-fire", server.url(), server.url(), "--seed", "4", "--json")
                    .succeeds()
                    .prints("\"reason\":\"turns\",\"turns\":200,\"calls\":200,\"failures\":[]");
        }
    }
}

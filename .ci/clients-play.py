"""Plays a match, and does the usual things around one, with the generated clients: clients-play.py ADDRESS"""

import sys
import time

import bout_client
import openapi_client
from bout_client.api.bots import change_bot, register_bot
from bout_client.api.games import get_game
from bout_client.api.matches import create_match, get_match
from bout_client.api.tournaments import create_tournament
from bout_client.models import BotChange, BotRequest, HousePlayer, MatchRequest, TournamentRequest
from openapi_client.models import (
    BotChange as Change,
    BotRequest as Registration,
    HousePlayer as House,
    MatchRequest as Contest,
    PlayerRequest as Player,
    TournamentRequest as Cup,
)

address = sys.argv[1]


def require(met, what):
    if not met:
        sys.exit(what)


def played(fetch):
    """The match when it is over; fetch gets it."""
    for _ in range(600):
        match = fetch()
        if match.status not in ("queued", "running"):
            require(match.status == "finished" and sorted(match.result.places) in ([1, 1], [1, 2]), match)
            return match
        time.sleep(0.1)
    sys.exit(f"{match} did not end")


with openapi_client.ApiClient(openapi_client.Configuration(host=address)) as client:
    games, bots = openapi_client.GamesApi(client), openapi_client.BotsApi(client)
    matches, tournaments = openapi_client.MatchesApi(client), openapi_client.TournamentsApi(client)
    require(games.list_games().games, "no games")
    game = games.get_game("tokens")
    strong, weak = (Player(House(house=game.house_bots[index].name)) for index in (-1, 0))
    match = matches.create_match(Contest(game="tokens", players=[strong, weak], seed="7"))
    match = played(lambda: matches.get_match(match.id))
    require(match.id in [each.id for each in matches.list_matches(game="tokens").matches], "the match is in no list")
    bot = bots.register_bot(Registration(game="tokens", name="Ada", connected=True))
    require(bots.change_bot(bot.id, Change(name="Bea")).name == "Bea", "the bot kept its name")
    cup = tournaments.create_tournament(Cup(game="tokens", players=[strong, weak]))
    require(tournaments.get_tournament(cup.id).players[0].key.startswith("house:"), "the tournament has other players")
    print("OpenAPI Generator, python:", match.result)

client = bout_client.Client(base_url=address, raise_on_unexpected_status=True)
game = get_game.sync("tokens", client=client)
players = [HousePlayer(house=game.house_bots[index].name) for index in (-1, 0)]
match = create_match.sync(client=client, body=MatchRequest(game="tokens", players=players, seed="7"))
match = played(lambda: get_match.sync(match.id, client=client))
bot = register_bot.sync(client=client, body=BotRequest(game="tokens", name="Ada", connected=True))
require(change_bot.sync(bot.id, client=client, body=BotChange(name="Bea")).name == "Bea", "the bot kept its name")
require(create_tournament.sync(client=client, body=TournamentRequest(game="tokens", players=players)).id, "no tournament")
print("openapi-python-client:", match.result)

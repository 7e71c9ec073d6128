"""A bot for every game of Bout; Python 3.9 or later, nothing to install: python3 bot.py [PORT]"""

import json
import math
import os
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

# Your strategy goes here: each function gets what Bout sent and returns the answer.


def ajax_tiles(color, board):
    """Clicks any empty tile."""
    empty = [(x, y) for x, column in enumerate(board) for y, tile in enumerate(column) if tile == ""]
    x, y = random.choice(empty)
    return {"x": x, "y": y}


def tokens(player1, board):
    """Walks to the nearest token and eats it."""
    x, y = board["player1" if player1 else "player2"]["pos"]
    left = [(i, j) for i, column in enumerate(board["tokens"]) for j, token in enumerate(column) if token]
    i, j = min(left, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
    return {"move": "RIGHT" if i > x else "LEFT" if i < x else "DOWN" if j > y else "UP" if j < y else "EAT"}


def robotag(my, enemy, map):
    """Hunts the enemy while it has less fuel, else fetches the nearest fuel tank."""

    def distance(thing):
        return math.hypot(thing["x"] - my["x"], thing["y"] - my["y"])

    target = enemy if my["fuel"] > enemy["fuel"] else min(map["fuelTanks"], key=distance, default=my)
    # A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    part = math.sqrt(2) / max(distance(target), math.sqrt(2))
    return {"dx": (target["x"] - my["x"]) * part, "dy": (target["y"] - my["y"]) * part}


def ice_and_fire(mineSpots, gold, income, opponentGold, opponentIncome, rows, buildings, units):
    """Sends every unit to the enemy's headquarters and trains new ones as near to it as it can."""
    hq = next(building for building in buildings if building["type"] == "HQ" and building["owner"] == 1)
    commands = [f"MOVE {unit['id']} {hq['x']} {hq['y']}" for unit in units if unit["owner"] == 0]
    own = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "O"}
    border = {(x + i, y + j) for x, y in own for i, j in ((0, -1), (1, 0), (0, 1), (-1, 0))} - own
    land = [(x, y) for x, y in border if 0 <= x < 12 and 0 <= y < 12 and rows[y][x] != "#"]
    if gold >= 10 and income >= 0 and land:
        x, y = min(land, key=lambda at: abs(at[0] - hq["x"]) + abs(at[1] - hq["y"]))
        commands.append(f"TRAIN 1 {x} {y}")
    return {"commands": ";".join(commands) or "WAIT"}


# The rest is HTTP. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart, should you want to remember.

STRATEGIES = {"ajax-tiles": ajax_tiles, "tokens": tokens, "robotag": robotag, "ice-and-fire": ice_and_fire}


class Bot(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps the connection for the next move
    wbufsize = -1  # head and body leave in one packet

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.headers["Content-Type"].startswith("application/json"):
            request = json.loads(body)
        else:
            form = parse_qs(body)
            request = {"color": form["color"][0], "board": json.loads(form["board"][0])}
        answer = json.dumps(STRATEGIES[self.headers["Bout-Game"]](**request)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        """Not a line for every move."""


if __name__ == "__main__":
    host = os.environ.get("HOST", "127.0.0.1")
    port = int(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PORT", 9000))
    ThreadingHTTPServer.request_queue_size = 128  # many matches may begin at once
    print(f"listening at http://{host}:{port}/", flush=True)
    ThreadingHTTPServer((host, port), Bot).serve_forever()

"""A bot for every game of Bout; Python 3.9 or later, nothing to install: python3 bot.py [PORT]"""

import base64
import hmac
import json
import math
import os
import random
import sys
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

# Your strategy goes here: each function gets what Bout sent and returns the answer.


def ajax_tiles(color, board):
    """Clicks an empty tile next to one of its own if there is any, else any empty tile."""
    empty = [(x, y) for x in range(24) for y in range(12) if board[x][y] == ""]
    own = {(x, y) for x in range(24) for y in range(12) if board[x][y] == color}
    near = [(x, y) for x, y in empty if own & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}]
    x, y = random.choice(near or empty)
    return {"x": x, "y": y}


def connect_four(you, columns):
    """Drops a disc into any column that is not full."""
    return {"column": random.choice([column for column in range(7) if 0 in columns[column]])}


def tokens(player1, board):
    """Eats the token under it, else takes a step at random."""
    x, y = board["player1" if player1 else "player2"]["pos"]
    return {"move": "EAT" if board["tokens"][x][y] else random.choice(["UP", "RIGHT", "DOWN", "LEFT"])}


def robotag(my, enemy, map):
    """Fetches one fuel tank after the other, then hunts the enemy."""
    target = map["fuelTanks"][0] if map["fuelTanks"] else enemy
    dx, dy = target["x"] - my["x"], target["y"] - my["y"]
    # A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    part = math.sqrt(2) / max(math.hypot(dx, dy), math.sqrt(2))
    return {"dx": dx * part, "dy": dy * part}


def ice_and_fire(income, buildings, units, **more):
    """Sends its units to the enemy's headquarters, in the other corner, and trains more while it can feed them."""
    home = buildings[0]
    commands = ["WAIT"] + [f"MOVE {unit['id']} {11 - home['x']} {11 - home['y']}" for unit in units if unit["owner"] == 0]
    if income >= 0:
        commands.append(f"TRAIN 1 {abs(home['x'] - 1)} {home['y']}")
    return {"commands": ";".join(commands)}


def snakes(you, board, **more):
    """Takes any step that leads neither off the board nor into a body."""
    x, y = you["head"]["x"], you["head"]["y"]
    steps = {"up": (x, y + 1), "down": (x, y - 1), "left": (x - 1, y), "right": (x + 1, y)}
    bodies = {(cell["x"], cell["y"]) for snake in board["snakes"] for cell in snake["body"][:-1]}
    free = [move for move, (x, y) in steps.items()
            if 0 <= x < board["width"] and 0 <= y < board["height"] and (x, y) not in bodies]
    return {"move": random.choice(free or ["up"])}


# The rest is HTTP. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart, should you want to remember something.
# A registered bot has a secret. With BOUT_SECRET set to it, the bot answers only calls that Bout signed, and
# its answers prove to Bout that the bot is yours.
SECRET = os.environ.get("BOUT_SECRET")
STRATEGIES = {"ajax-tiles": ajax_tiles, "tokens": tokens, "robotag": robotag, "ice-and-fire": ice_and_fire,
              "connect-four": connect_four, "battlesnake": snakes}


def mac(content):
    """The HMAC-SHA256 of bytes with the secret, in base64."""
    return base64.b64encode(hmac.digest(base64.b64decode(SECRET[len("whsec_") :]), content, "sha256"))


class Bot(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keep the connection for the next move
    wbufsize = -1  # send headers and body in one packet
    log_message = lambda *_: None  # no line for every move

    def signed(self, body):
        """Whether Bout signed the call within the last 5 minutes (Standard Webhooks)."""
        id, at, signatures = (self.headers.get("webhook-" + name, "") for name in ("id", "timestamp", "signature"))
        right = b"v1," + mac(f"{id}.{at}.".encode() + body)
        fresh = at.isdecimal() and abs(time.time() - float(at)) <= 300
        return fresh and any(hmac.compare_digest(right, signature.encode()) for signature in signatures.split())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if SECRET and not self.signed(body):
            return self.send_error(401, "not signed with BOUT_SECRET within the last 5 minutes")
        try:
            if self.headers["Bout-Game"] == "ajax-tiles":
                request = dict(parse_qsl(body.decode()))
                request["board"] = json.loads(request["board"])
            else:
                request = json.loads(body)
            status, answer = 200, json.dumps(STRATEGIES[self.headers["Bout-Game"]](**request)).encode()
        except Exception as error:  # Bout shows the answer, and this terminal where the error is
            print(f"{self.headers['Bout-Match']}, turn {self.headers['Bout-Turn']}:", file=sys.stderr)
            traceback.print_exc()
            status, answer = 500, traceback.format_exception_only(type(error), error)[-1].strip().encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status == 200 else "text/plain")
        self.send_header("Content-Length", str(len(answer)))
        if SECRET:
            self.send_header("Bout-Proof", mac(self.headers["webhook-id"].encode()).decode())
        self.end_headers()
        self.wfile.write(answer)


if __name__ == "__main__":
    host = os.environ.get("HOST", "127.0.0.1")
    port = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PORT", "9000")
    ThreadingHTTPServer.request_queue_size = 128  # many matches may start at once
    try:
        server = ThreadingHTTPServer((host, int(port)), Bot)
    except OSError as error:
        sys.exit(f"cannot listen on port {port}: {error.strerror}")
    except (OverflowError, ValueError):
        sys.exit(f"cannot listen on port {port}: not a port number")
    print(f"listening on http://{host}:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(130)

"""Plays one game by invite against whoever made it, from docs/protocol.md alone.

Usage: play.py ADDRESS TOKEN. Knows HTTP and the `websockets` library, and no
rules: it takes its moves from the snapshot's `legal`. In the middle of the game
it goes away and comes back with `since`. Prints the result as JSON.
"""

import json
import random
import sys
import urllib.request
import uuid

from websockets.sync.client import connect

# Then it gives up, so that every game ends.
MOST_PLIES = 120
COMES_BACK_AT = 10


class Player:
    """Somebody with a seat, at an origin such as `http://127.0.0.1:8080`."""

    def __init__(self, origin: str, game: str, side: str, cookie: str, chance=7) -> None:
        self.origin, self.game, self.side, self.cookie = origin, game, side, cookie
        self.chance = random.Random(chance)
        self.seq = None
        self.fen = None
        self.plies = 0
        self.caught_up = False

    def snapshot(self):
        request = urllib.request.Request(f"{self.origin}/api/games/{self.game}")
        request.add_header("cookie", self.cookie)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def connect(self):
        since = "" if self.seq is None else f"?since={self.seq}"
        return connect(
            f"ws{self.origin.removeprefix('http')}/api/games/{self.game}/socket{since}",
            additional_headers={"cookie": self.cookie},
            origin=self.origin,
            subprotocols=["chat", "dama.v1"],
        )

    def play(self):
        """The whole game; its result."""
        came_back = False
        while True:
            self.caught_up = False
            with self.connect() as socket:
                assert socket.subprotocol == "dama.v1", socket.subprotocol
                for text in socket:
                    result = self.hear(json.loads(text), socket)
                    if result is not None:
                        return result
                    if self.plies >= COMES_BACK_AT and not came_back:
                        came_back = True
                        break
                else:
                    raise AssertionError("the server has closed the socket")

    def hear(self, message, socket):
        kind = message["type"]
        if kind == "snapshot":
            game = message["game"]
            assert game["you"] == self.side, game["you"]
            self.seq, self.fen, self.plies = message["seq"], game["fen"], len(game["moves"])
        elif kind == "event":
            assert message["seq"] == self.seq + 1, (message["seq"], self.seq)
            self.seq = message["seq"]
            event = message["event"]
            if event["kind"] == "moved":
                self.fen, self.plies = event["fen"], self.plies + 1
                # What was missed is heard to its end first: one move for one turn.
                if self.caught_up:
                    self.move(socket)
            elif event["kind"] == "ended":
                return event["result"]
        elif kind == "caught_up":
            assert message["seq"] == self.seq
            self.caught_up = True
            socket.send(json.dumps({"type": "ping", "seq": self.seq}))
            self.move(socket)
        elif kind == "refused":
            raise AssertionError(message)
        return None

    def move(self, socket):
        game = self.snapshot()
        if game["seq"] != self.seq or game["side_to_move"] != self.side or not game["legal"]:
            return
        assert game["fen"] == self.fen, (game["fen"], self.fen)
        command = {"id": str(uuid.uuid4()), "seq": self.seq}
        if self.plies >= MOST_PLIES:
            command["type"] = "resign"
        else:
            chosen = self.chance.choice(game["legal"])
            command.update(type="move", path=chosen["path"])
        self.send(socket, command)

    def send(self, socket, command):
        socket.send(json.dumps(command))


def main() -> None:
    address, token = sys.argv[1:]
    origin = f"http://{address}"
    request = urllib.request.Request(f"{origin}/api/invites/{token}/accept", method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        seated, cookie = json.load(answer), answer.headers["set-cookie"].split(";")[0]
    print(json.dumps(Player(origin, seated["game"], seated["side"], cookie).play()))


if __name__ == "__main__":
    main()

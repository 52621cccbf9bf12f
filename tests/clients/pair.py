"""Two people play a whole game at one address, over lines that may break.

Usage: pair.py https://HOST. One makes the game, the other takes the invite; each
comes back with `since` whenever a line breaks, and sends again, under the same
id, what was not answered. In the middle of the game both wait: `halfway` is
printed, and a line on standard input lets them go on. At the end both must
tell the same result, which is printed as JSON.
"""

import json
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

from play import Player
from websockets.exceptions import WebSocketException

HALFWAY = 12
PATIENCE = 40


class Steady(Player):
    """A player who comes back."""

    def __init__(self, origin, game, side, cookie, gate):
        super().__init__(origin, game, side, cookie, chance=side)
        self.gate = gate
        self.pending = None

    def snapshot(self):
        # The balancer may ask a server that has not heard yet of what we were told.
        begun = time.monotonic()
        while True:
            game = again(super().snapshot)
            if self.seq is None or game["seq"] >= self.seq:
                return game
            assert time.monotonic() - begun < PATIENCE, (game["seq"], self.seq)
            time.sleep(0.05)

    def play(self):
        last_heard = time.monotonic()
        while True:
            try:
                with self.connect() as socket:
                    for text in socket:
                        last_heard = time.monotonic()
                        result = self.hear(json.loads(text), socket)
                        if result is not None:
                            return result
            except (OSError, WebSocketException):
                if time.monotonic() - last_heard > PATIENCE:
                    raise
                time.sleep(0.1)

    def hear(self, message, socket):
        # By its event, which is the first that follows it: `accepted` may come
        # after the other's answer.
        if message["type"] == "event" and message["event"].get("side") == self.side:
            self.pending = None
        return super().hear(message, socket)

    def move(self, socket):
        self.gate.pass_by(self.plies)
        if self.pending is None:
            super().move(socket)
        else:
            # We come back, and it was not among what we missed.
            socket.send(json.dumps(self.pending))

    def send(self, socket, command):
        self.pending = command
        super().send(socket, command)


class Gate:
    """Where both wait in the middle of the game."""

    def __init__(self):
        self.barrier = threading.Barrier(2, self.tell)
        self.waited = threading.local()

    def pass_by(self, plies):
        if plies >= HALFWAY and not getattr(self.waited, "done", False):
            self.waited.done = True
            self.barrier.wait(PATIENCE)

    @staticmethod
    def tell():
        print("halfway", flush=True)
        assert sys.stdin.readline().strip() == "go on"


def again(request):
    """A request that changes nothing, until it is answered."""
    begun = time.monotonic()
    while True:
        try:
            return request()
        except (OSError, urllib.error.URLError):
            if time.monotonic() - begun > PATIENCE:
                raise
            time.sleep(0.1)


def post(origin, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{origin}{path}", method="POST", data=data)
    request.add_header("content-type", "application/json")
    request.add_header("origin", origin)
    with urllib.request.urlopen(request, timeout=20) as answer:
        cookie = answer.headers["set-cookie"].split(";")[0]
        # Over TLS only, and for this host alone.
        assert cookie.startswith("__Host-dama_player="), cookie
        return json.load(answer), cookie


def until_served(origin):
    def ask():
        with urllib.request.urlopen(f"{origin}/healthz", timeout=20) as answer:
            assert answer.status == 200

    again(ask)


def main() -> None:
    [origin] = sys.argv[1:]
    until_served(origin)
    wanted = {"variant": "english", "opponent": {"kind": "friend"}, "side": "first"}
    made, makers = post(origin, "/api/games", wanted)
    assert made["invite"]["url"].startswith(f"{origin}/i/"), made
    taken, takers = post(origin, f"/api/invites/{made['invite']['token']}/accept")
    gate = Gate()
    people = [
        Steady(origin, made["game"], made["side"], makers, gate),
        Steady(origin, taken["game"], taken["side"], takers, gate),
    ]
    results = [None, None]

    def sit(number):
        results[number] = people[number].play()

    threads = [threading.Thread(target=sit, args=[number], daemon=True) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert results[0] is not None and results[0] == results[1], results
    print(json.dumps(results[0]), flush=True)


if __name__ == "__main__":
    main()

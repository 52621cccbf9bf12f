"""Holds the examples of docs/protocol against the schemas of docs/openapi.json.

Usage: golden.py DOCS. Prints how many examples were held against a schema.
"""

import json
import pathlib
import sys

import jsonschema_rs

# Which schema the body of an example has.
SCHEMAS = {
    "http-create-": "CreateGame",
    "http-created-": "Created",
    "http-error": "Error",
    "http-face-wish": "FaceWish",
    "http-events": "Events",
    "http-invite": "Invite",
    "http-my-games": "MyGame",
    "http-push-end": "PushEnd",
    "http-push-key": "PushKey",
    "http-push-wish": "PushWish",
    "http-seat-link-view": "SeatLinkView",
    "http-seat-link": "SeatLink",
    "http-seat-redeemed": "SeatRedeemed",
    "http-seat-wish": "SeatWish",
    "http-seated": "Seated",
    "client-": "Command",
    "event-": "Event",
}


def main() -> None:
    docs = pathlib.Path(sys.argv[1])
    document = json.loads((docs / "openapi.json").read_text())
    checked = 0
    for path in sorted((docs / "protocol").glob("*.json")):
        fitting = [begin for begin in SCHEMAS if path.stem.startswith(begin)]
        if not fitting:
            # What is said on the websocket alone is not in the document.
            assert path.stem.startswith("server-"), path.stem
            continue
        name = SCHEMAS[max(fitting, key=len)]
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        validator = jsonschema_rs.validator_for(schema)
        value = json.loads(path.read_text())
        for body in value if isinstance(value, list) else [value]:
            errors = [error.message for error in validator.iter_errors(body)]
            assert not errors, (path.stem, name, errors)
            # A schema that takes anything would prove nothing.
            assert not validator.is_valid({"nothing": 1}), name
        checked += 1
    print(checked)


main()

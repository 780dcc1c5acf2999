"""What a client library in Python does: asks for addresses one by one and decodes the answers.

`python3 reference.py FILE`: the file's first line is a token, the others are addresses.
"""

import pathlib
import sys

import requests

token, *addresses = pathlib.Path(sys.argv[1]).read_text().split()
session = requests.Session()
session.headers["Authorization"] = f"Bearer {token}"
for address in addresses:
    answer = session.get(address)
    answer.raise_for_status()
    if "json" in answer.headers.get("Content-Type", ""):
        answer.json()

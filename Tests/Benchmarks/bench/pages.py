"""What a client in Python does with `requests`: `python3 pages.py URL TOKEN USERNAME COURSE`.

Prints the same facts as `Library`, as a line of JSON.
"""

import json
import statistics
import sys
import time

import requests

base, token, username, course = sys.argv[1:]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {token}"


def get(path: str, **query):
    answer = session.get(f"{base}/public/{path}", params=query)
    answer.raise_for_status()
    return answer


def notifications() -> int:
    found: set[int] = set()
    page = None
    while True:
        query = {"count": 100} if page is None else {"count": 100, "page": page}
        listed = get(f"notifications/{username}/all", lang="en", **query).json()["notifications"]
        new = {one["id"] for one in listed} - found
        found |= new
        # Pages counted from 1 have the first one twice.
        if len(listed) < 10 or not new and page != 1:
            return len(found)
        page = 1 if page is None else page + 1


def median(work) -> tuple[float, int]:
    times, count = [], 0
    for _ in range(5):
        begin = time.perf_counter()
        count = work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times), count


semester = get("semester-code", semester="current").text
facts = {}
facts["pages"], facts["notifications"] = median(notifications)
path = f"courses/{course}/group/ALL/student-classifications"
if session.get(f"{base}/public/{path}", params={"semester": semester}).ok:
    facts["group"], facts["students"] = median(
        lambda: len(get(path, semester=semester, lang="en").json()))
print(json.dumps(facts))

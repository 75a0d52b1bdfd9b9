#!/usr/bin/env python3
"""Recomputes a draw of Startline: python3 check_draw.py <folder or address of the proof>. It needs Python 3.9 and nothing else.

It takes the beacon's signature as the proof has it. Any relay of drand shows the same one, at the address that is printed.
A second argument is the hash of a chain of one's own, such as that of a test: such a draw proves nothing.
"""
import bisect, hashlib, hmac, json, math, re, sys, urllib.request
from datetime import datetime

GENESIS, PERIOD = 1692803367, 3  # drand's chain quicknet
CHAIN = (sys.argv[2:] or ["52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"])[0]
where, wrong = sys.argv[1].rstrip("/"), 0

def read(name):
    with urllib.request.urlopen(f"{where}/{name}") if "://" in where else open(f"{where}/{name}", "rb") as file:
        return file.read().decode()

def needed(name):
    try: return read(name)
    except OSError as error: sys.exit(f"{name} cannot be read: {error}")

def read_later(name):  # the files that appear when the line is over
    try: return read(name)
    except OSError: return print(f"      {name} is not there yet") or ""

def parsed(name, text):
    try: return json.loads(text)
    except ValueError as error: sys.exit(f"{name} is no JSON, perhaps because it was cut off: {error}")

def check(what, holds):
    global wrong
    wrong += not holds
    print("ok   " if holds else "WRONG", what)

sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
unhex = lambda line: bytes.fromhex(line) if re.fullmatch("[0-9a-f]{64}", line) else b""
seconds = lambda text: datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
draw = parsed("draw.json", needed("draw.json"))
beacon, secret, root = draw["beacon"], bytes.fromhex(draw["secret"]), bytes.fromhex(draw["root"])
check("the secret is the one that was promised before the gun", sha(secret).hex() == draw["commitment"])
shards = [[unhex(line) for line in needed(f"passes/{n:02x}.txt").split("\n")[:-1]] for n in range(256)]
passes = [one for shard in shards for one in shard]
check(f"the list has {draw['listed']} passes, each once, in order",
      len(passes) == draw["listed"] and all(a < b for a, b in zip(passes, passes[1:]))
      and all(one[:1] == bytes([n]) for n, shard in enumerate(shards) for one in shard))
check("the list is the one that was fixed before the beacon", sha(*[sha(*shard) for shard in shards]) == root)
due = math.ceil((seconds(draw["closedAt"]) + 6 - GENESIS) / PERIOD) + 1
check(f"round {due} of the beacon is the first that is 6 seconds after the list", (beacon["chain"], beacon["round"]) == (CHAIN, due))
check("the seed comes from secret, list and beacon", draw["seed"] ==
      sha(b"startline-draw-v1", secret, root, bytes.fromhex(beacon["signature"] or "")).hex())
late = [unhex(line) for line in read_later("late.txt").split()]
if late: print(f"      passes that were recorded after the list was fixed, perhaps when the seed was known already: {len(late)}")
key = lambda one: int.from_bytes(hmac.digest(bytes.fromhex(draw["seed"]), one, "sha256")[:6], "big") / 2**48
turns, holds = {key(one) for one in passes + late}, [line.split() for line in read_later("turns.txt").splitlines()]
check(f"each of {len(holds)} turns is one of the draw, or of somebody who came after the gun",
      all(float(turn) >= 1 or float(turn) in turns for _, _, turn in holds))
calls, called = parsed("calls.json", read_later("calls.json") or "[]"), {}
for at, event, to in calls: called.setdefault(event, ([], []))[0].append(seconds(at)), called[event][1].append(to)
check("what was called never went back", all(list(row) == sorted(row) for rows in called.values() for row in rows))
check("nobody had a hold before their turn was called", all(event in called and float(turn) <
      ([0] + called[event][1])[bisect.bisect_left(called[event][0], seconds(at) + 1)] for at, event, turn in holds))
print(f"      compare {beacon['signature'] or 'no signature'} with https://api.drand.sh/{beacon['chain']}/public/{beacon['round']}")
sys.exit(f"{wrong} checks failed" if wrong else 0)

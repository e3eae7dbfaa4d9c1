"""Mends a script of the shop that sources a file which is not there: python3 agent.py report

What it calls next is for `mend` to say, which goes by a rule, so that this example needs no network. A model would stand in
its place: it is told of the same tools, and sent what each call came to.
"""

import difflib
import json
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "packages/edges/runner/python"))
import toolgate_runner


def mend(tools, name):
    """Yields a call at a time, a tool and its arguments, and is sent what a model would be told."""
    script = f"src/{name}.sh"
    check = ("shell", {"command": f"./check.sh {name}"})
    yield check
    library = (yield "list_dir", {"path": "src/lib"}).splitlines()
    there = [entry.split()[0] for entry in library]
    source = yield "read_file", {"path": script}
    for missing in re.findall(r"^\. src/lib/(\S+)$", source, re.MULTILINE):
        if missing not in there:
            nearest = difflib.get_close_matches(missing, there, n=1, cutoff=0)[0]
            yield "patch_file", {"path": script, "old_text": f"lib/{missing}", "new_text": f"lib/{nearest}"}
    yield check
    # No task of its own, and what a model does all the same that was talked into it by what it read.
    yield "read_file", {"path": ".env"}
    yield "write_file", {"path": f"changes/{name}.md", "content": f"{script} sources what is there.\n"}


def answer(tools, tool, args):
    """What a call came to, for a model: a refusal is an answer as well."""
    try:
        return tools.call(tool, args).text
    except toolgate_runner.ToolCallError as error:
        return error.text


if len(sys.argv) != 2:
    sys.exit("Name the script of the shop to mend, as in: python3 agent.py report")

with toolgate_runner.connect() as tools:
    # As most providers of models take them.
    described = [{"name": t.name, "description": t.description, "input_schema": t.parameters} for t in tools.list]
    model = mend(described, sys.argv[1])
    told = None
    while not tools.shutdown.is_set():
        try:
            tool, args = model.send(told)
        except StopIteration:
            break
        told = answer(tools, tool, args)
        print(tool, json.dumps(args), "->", told.strip(), flush=True)

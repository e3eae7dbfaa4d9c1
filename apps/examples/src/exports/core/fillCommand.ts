import assert from "node:assert/strict"
import { fillCommand } from "@toolgate/core"

const argv = ["git", "log", "--author={who}", "--", "{path}"]
assert.deepEqual(fillCommand(argv, { path: "a b.txt" }), ["git", "log", "--", "a b.txt"])
// An argument cannot become an option.
assert(!Array.isArray(fillCommand(["git", "log", "{path}"], { path: "--output=notes.txt" })))

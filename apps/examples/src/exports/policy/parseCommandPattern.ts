import assert from "node:assert/strict"
import { parseCommandPattern } from "@toolgate/policy"

assert.deepEqual(parseCommandPattern("git log:*"), { words: ["git", "log"], open: true })
// An invalid text returns the problem.
assert.equal(parseCommandPattern("git 'log"), "has an unclosed quote")

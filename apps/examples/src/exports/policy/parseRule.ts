import assert from "node:assert/strict"
import { parseRule } from "@toolgate/policy"

assert.deepEqual(parseRule("shell(git log:*)"), { tool: "shell", pattern: "git log:*" })
// An invalid text returns the problem.
assert.equal(parseRule("shell(git log:*"), 'does not end in ")"')

import assert from "node:assert/strict"
import { covers } from "@toolgate/policy"

const pattern = { words: ["git", "log"], open: true }
const command = { kind: "command", assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] } as const
assert.equal(covers(pattern, { ...command, argv: ["git", "log", "--oneline"] }), true)
// This option writes a file.
assert.equal(covers(pattern, { ...command, argv: ["git", "log", "--output=notes"] }), false)

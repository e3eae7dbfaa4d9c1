import assert from "node:assert/strict"
import { concerns } from "@toolgate/policy"

const pattern = { words: ["git", "push"], open: true }
const command = { kind: "command", assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] } as const
// Finds the command behind another spelling.
assert.equal(concerns(pattern, { ...command, argv: ["/usr/bin/git", "--no-pager", "push", "origin"] }), true)
assert.equal(concerns(pattern, { ...command, argv: ["git", "pull"] }), false)

import assert from "node:assert/strict"
import { collectNames, parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const team = Effect.runSync(parsePolicy("version: 1\ngroups: { building: [shell] }", "team.yaml"))
const known = collectNames([team])
// The next file may use the group.
const text = 'version: 1\nrules: { deny: ["group:building"] }'
const project = Effect.runSync(parsePolicy(text, "toolgate.yaml", { known }))
assert.equal(project.rules.deny.length, 1)

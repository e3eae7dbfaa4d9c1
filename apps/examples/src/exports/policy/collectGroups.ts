import assert from "node:assert/strict"
import { collectGroups } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const team = Effect.runSync(parsePolicy("version: 1\ngroups: { fetching: [fetch] }", "team.yaml"))
const project = Effect.runSync(parsePolicy("version: 1\ngroups: { building: [shell] }", "toolgate.yaml"))
assert.deepEqual([...collectGroups([team, project], 1).keys()], ["fetching", "building"])
assert.deepEqual([...collectGroups([team, project], 0).keys()], ["fetching"])

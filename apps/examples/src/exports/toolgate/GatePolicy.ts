import assert from "node:assert/strict"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createToolgate } from "toolgate"
import { GatePolicy, partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [] })
const policy = Option.getOrThrow(Context.getOption(partsOf(gate).services, GatePolicy))
// A draft is looked at, and never comes into force.
const { configs } = await Effect.runPromise(policy.loadDraft({ text: "version: 1\nrules: { deny: [shell] }\n" }))
assert.equal(configs.at(-1)?.rules.deny.length, 1)
assert.deepEqual(policy.inForce().configs.at(-1)?.rules.deny, [])

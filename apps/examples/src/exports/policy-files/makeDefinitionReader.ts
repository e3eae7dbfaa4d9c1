import assert from "node:assert/strict"
import { makeDefinitionReader } from "@toolgate/policy-files"
import { validator } from "@toolgate/registry"
import * as Effect from "effect/Effect"

const read = makeDefinitionReader(await Effect.runPromise(validator))
const about = { name: "deploy", called: "The definition" }
const { sideEffects } = await Effect.runPromise(read(about, { side_effects: "NETWORK" }))
assert.equal(sideEffects, "NETWORK")
const { why } = await Effect.runPromise(Effect.flip(read(about, { side_effects: "SOME" })))
assert.equal(why, "InvalidArgs")

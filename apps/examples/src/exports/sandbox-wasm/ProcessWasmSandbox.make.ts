import assert from "node:assert/strict"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const make = Effect.scoped(ProcessWasmSandbox.make())
const { name, runs } = await Effect.runPromise(Effect.provide(make, NodeFileSystems.layer))
assert.deepEqual([name, [...runs]], ["wasm", ["wasm", "script"]])

import assert from "node:assert/strict"
import { EchoSandbox } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const { name, runs } = await Effect.runPromise(EchoSandbox.make("microvm"))
assert.deepEqual([name, runs.has("function")], ["microvm", true])

import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const small = Layer.succeed(NodeHostSandbox.SessionBytes, 100 * 1024 * 1024)
const bytes = await Effect.runPromise(Effect.provide(NodeHostSandbox.SessionBytes, small))
assert.equal(bytes, 104_857_600)

import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import * as Effect from "effect/Effect"

const grace = { cancelled: 1_000, timedOut: 100, drained: 100 }
const read = Effect.map(NodeHostSandbox.HostGrace, ({ cancelled }) => cancelled)
assert.equal(await Effect.runPromise(read), 30_000)
assert.equal(await Effect.runPromise(Effect.provideService(read, NodeHostSandbox.HostGrace, grace)), 1_000)

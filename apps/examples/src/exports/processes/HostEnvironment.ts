import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import * as Effect from "effect/Effect"

// Grants can name these variables and no others.
const environment = { PATH: "/usr/bin", LANG: "C.UTF-8" }
const read = Effect.map(NodeHostSandbox.HostEnvironment, Object.keys)
const names = await Effect.runPromise(Effect.provideService(read, NodeHostSandbox.HostEnvironment, environment))
assert.deepEqual(names, ["PATH", "LANG"])

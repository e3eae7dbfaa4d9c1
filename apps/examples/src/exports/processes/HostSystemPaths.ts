import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// Confined commands may read this toolchain.
const toolchain = Layer.succeed(NodeHostSandbox.HostSystemPaths, ["/opt/toolchain"])
const paths = await Effect.runPromise(Effect.provide(NodeHostSandbox.HostSystemPaths, toolchain))
assert.deepEqual(paths, ["/opt/toolchain"])

import assert from "node:assert/strict"
import { FileSystems } from "@toolgate/core"
import { LinuxFileSystems, NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const containment = Effect.map(FileSystems, (files) => files.containment)
const layer = process.platform === "linux" ? LinuxFileSystems.layer : NodeFileSystems.layer
const found = await Effect.runPromise(Effect.provide(containment, layer))
assert.equal(found, process.platform === "linux" ? "descriptor" : "checked")

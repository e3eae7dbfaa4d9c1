import assert from "node:assert/strict"
import { FileSystems } from "@toolgate/core"
import { PortableFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const containment = Effect.map(FileSystems, (files) => files.containment)
assert.equal(await Effect.runPromise(Effect.provide(containment, PortableFileSystems.layer)), "checked")

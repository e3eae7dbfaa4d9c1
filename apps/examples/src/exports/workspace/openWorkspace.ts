import assert from "node:assert/strict"
import { realpathSync } from "node:fs"
import * as Effect from "effect/Effect"
import { openWorkspace } from "toolgate/effect"

// All links in the path are followed.
assert.equal(await Effect.runPromise(openWorkspace(".")), realpathSync("."))
const { reason } = await Effect.runPromise(Effect.flip(openWorkspace("README.md")))
assert.equal(reason, "NotADirectory")

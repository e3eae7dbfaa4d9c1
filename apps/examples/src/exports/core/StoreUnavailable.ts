import assert from "node:assert/strict"
import { StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"

const read = Effect.fail(new StoreUnavailable({ message: "The disk of the store is full.", cause: undefined }))
const shown = Effect.catchTag(read, "StoreUnavailable", ({ message }) => Effect.succeed(message))
assert.equal(await Effect.runPromise(shown), "The disk of the store is full.")

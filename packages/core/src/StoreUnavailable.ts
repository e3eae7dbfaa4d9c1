import * as Data from "effect/Data"

/**
 * The store cannot be read or written now: it is full, locked, read-only or unreachable. The message says which, and what
 * to do. Nothing was changed, unless the message says that this is unknown.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { StoreUnavailable } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const read = Effect.fail(new StoreUnavailable({ message: "The disk of the store is full.", cause: undefined }))
 * const shown = Effect.catchTag(read, "StoreUnavailable", ({ message }) => Effect.succeed(message))
 * assert.equal(await Effect.runPromise(shown), "The disk of the store is full.")
 * ```
 */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly message: string
  readonly cause: unknown
}> {}

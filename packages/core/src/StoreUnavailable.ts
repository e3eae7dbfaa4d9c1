import * as Data from "effect/Data"

/**
 * The store cannot be read or written now: it is full, locked, read-only or unreachable. The message says which, and what
 * to do. Nothing was changed, unless the message says that this is unknown.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ApprovalStore } from "@toolgate/core"
 *
 * export const count = Effect.flatMap(ApprovalStore, ({ list }) => list({ states: ["open"] })).pipe(
 *   Effect.map((open) => `${open.length} approvals are open.`),
 *   Effect.catchTag("StoreUnavailable", ({ message }) => Effect.succeed(message))
 * )
 * ```
 */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly message: string
  readonly cause: unknown
}> {}

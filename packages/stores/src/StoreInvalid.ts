import * as Data from "effect/Data"

/**
 * The error for a store that cannot be opened: its address is invalid, it is unreachable, or a newer version of
 * Toolgate created it. The message is for the person who configured the store, and never contains a password.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { StoreInvalid } from "@toolgate/stores"
 * import { createToolgate } from "toolgate"
 *
 * const options = { workspace: ".", policy: "default", tools: [], store: "mysql://localhost/gate" } as const
 * const cause = await createToolgate(options).catch((error: unknown) => error)
 * assert(cause instanceof StoreInvalid)
 * ```
 */
export class StoreInvalid extends Data.TaggedError("StoreInvalid")<{
  readonly message: string
  readonly cause: unknown
}> {}

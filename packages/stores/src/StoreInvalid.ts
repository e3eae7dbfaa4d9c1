import * as Data from "effect/Data"

/**
 * The error for a store that cannot be opened: its address is invalid, it is unreachable, or a newer version of
 * Toolgate created it. The message is for the person who configured the store, and never contains a password.
 */
export class StoreInvalid extends Data.TaggedError("StoreInvalid")<{
  readonly message: string
  readonly cause: unknown
}> {}

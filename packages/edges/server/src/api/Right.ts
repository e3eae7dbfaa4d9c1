import * as Context from "effect/Context"

/**
 * What a token may do. `call`: open sessions and call in them. `decide`: see and decide the questions of all sessions.
 * `read`: see the record, the artifacts and the questions of all sessions. `administer`: manage tokens, policy and pins.
 */
export type Right = "call" | "decide" | "read" | "administer"

/** The rights of which a request needs one. */
export const NeededRights = Context.Reference<ReadonlyArray<Right>>("@toolgate/server/NeededRights", {
  defaultValue: () => ["call", "decide", "read", "administer"]
})

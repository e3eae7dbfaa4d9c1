import { refused } from "@toolgate/core"

/** Why the gate itself ends a call. Tools, policies and sandboxes have reasons of their own. */
export const cancelled = refused("Cancelled", "The call was cancelled.")

export const closed = refused("Cancelled", "The call was cancelled because the gate is closed.")

export const parentEnded = refused("Cancelled", "The call was cancelled because the call that made it has ended.")

export const deadlinePassed = refused("TimedOut", "The call did not end before its caller's deadline.")

export const duplicate = refused(
  "DuplicateCall",
  "Another call with this id is in flight in this session; give every call an id of its own."
)

export const internalError = refused(
  "InternalError",
  "The call was refused because of an internal error; the log says more.",
  { userVisible: false }
)

export const malformed = refused(
  "InvalidArgs",
  "A call needs an id and the name of a tool, both of them text, and its arguments either as a value or as JSON text."
)

export const noSignal = refused("InvalidArgs", "The signal of a call has to be an AbortSignal.")

import { refused } from "@toolgate/core"

/** The refusals of the gate. Tools, policies and sandboxes define their own. */
export const cancelled = refused("Cancelled", "The call was cancelled.")

export const closed = refused("Cancelled", "The call was cancelled because the gate is closed.")

export const parentEnded = refused("Cancelled", "The call was cancelled because the call that made it has ended.")

export const deadlinePassed = refused("TimedOut", "The call did not end before its caller's deadline.")

export const duplicate = refused(
  "DuplicateCall",
  "Another call with this id is already in progress in this session; give every call a different ID."
)

export const internalError = refused(
  "InternalError",
  "The call was refused because of an internal error; see the log.",
  { userVisible: false }
)

export const malformed = refused(
  "InvalidArgs",
  'A call needs the strings "id" and "tool", and its arguments, as in { id: "1", tool: "read_file", args: { path: "a.txt" } }.'
)

export const idEmpty = refused(
  "InvalidArgs",
  'The "id" of a call must be a non-empty string; its answer repeats the id.'
)

export const argsInTwoForms = refused(
  "InvalidArgs",
  'A call has its arguments in "args", as a value, or in "argsText", as JSON text, not in both: leave one of them out.'
)

export const argsTextNotText = refused(
  "InvalidArgs",
  'The "argsText" of a call must be a string, the JSON text of its arguments: put a value into "args" instead.'
)

export const keyNotText = refused(
  "InvalidArgs",
  'The "idempotencyKey" of a call must be a non-empty string, or be left out.'
)

export const noListener = refused("InvalidArgs", 'The "onEvent" and "onOutput" of a call must be functions.')

export const noAsk = refused("InvalidArgs", 'The "ask" of a call must be a function.')

export const noSignal = refused("InvalidArgs", 'The "signal" of a call must be an AbortSignal.')

export const noApproval = refused("InvalidArgs", 'The "approval" of a call must be the id of an approval, a string.')

export const unclaimed = refused(
  "StoreUnavailable",
  "The call was not resumed: the audit log of this gate does not take claims, so the approval could be used twice."
)

export const unreadable = refused("InvalidArgs", "The options of a call must be an object that can be read.")

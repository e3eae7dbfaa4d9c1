import type { CallOptions } from "./CallOptions.ts"
import { checkText } from "./checkOption.ts"

/**
 * Refuses a call that is no message of the protocol. If it were sent, the supervisor would end this program. Any text
 * is allowed as the name of a tool.
 */
export const checkCall = (tool: unknown, { id, idempotencyKey, timeoutMs }: CallOptions) => {
  if (typeof tool !== "string") throw new TypeError("The name of a tool must be a text.")
  if (id !== undefined) checkText("id", id)
  if (idempotencyKey !== undefined) checkText("idempotencyKey", idempotencyKey)
  if (timeoutMs === undefined) return
  if (typeof timeoutMs !== "number") throw new TypeError('The option "timeoutMs" must be a number.')
  if (!Number.isFinite(timeoutMs)) throw new RangeError('The option "timeoutMs" must be finite.')
}

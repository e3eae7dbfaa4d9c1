import type { Refused, ToolCall } from "@toolgate/core"
import { argsInTwoForms, argsTextNotText, idEmpty, keyNotText, malformed } from "../reasons.ts"

/**
 * Returns the call as an object of the gate's own, which nobody else can change. Each member is read once. Callers without types
 * exist: a value that is no call becomes a `MalformedCall`. Never throws.
 */
export const readCall = (given: ToolCall): ToolCall | MalformedCall => {
  let id: unknown
  let tool: unknown
  try {
    ;({ id, tool } = given)
    const { args, argsText, idempotencyKey } = given as Readonly<Record<keyof ToolCall, unknown>>
    if (typeof id !== "string" || typeof tool !== "string") return new MalformedCall(id, tool, malformed)
    if (id === "") return new MalformedCall(id, tool, idEmpty)
    // An empty key comes of a variable that is not set, and would make one effect of all calls.
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== "string" || idempotencyKey === ""))
      return new MalformedCall(id, tool, keyNotText)
    if (argsText === undefined) return callOf(id, tool, args, undefined, idempotencyKey)
    if (args !== undefined) return new MalformedCall(id, tool, argsInTwoForms)
    if (typeof argsText !== "string") return new MalformedCall(id, tool, argsTextNotText)
    return callOf(id, tool, undefined, argsText, idempotencyKey)
  } catch {
    return new MalformedCall(id, tool, malformed)
  }
}

/** A call that is refused because of its form, with as much of it as can be answered. */
export class MalformedCall {
  readonly id: string
  readonly tool: string
  readonly args = undefined
  readonly refusal: Refused

  constructor(id: unknown, tool: unknown, refusal: Refused) {
    this.id = asText(id)
    this.tool = asText(tool)
    this.refusal = refusal
  }
}

/** Makes a call without undefined members, so that `in` and a spread show only what the call has. */
export const callOf = (
  id: string,
  tool: string,
  args: unknown,
  argsText: string | undefined,
  idempotencyKey: string | undefined
): ToolCall => {
  if (argsText === undefined)
    return idempotencyKey === undefined ? { id, tool, args } : { id, tool, args, idempotencyKey }
  return idempotencyKey === undefined ? { id, tool, argsText } : { id, tool, argsText, idempotencyKey }
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "")

import type { Refused, ToolCall } from "@toolgate/core"
import { argsInTwoForms, argsTextNotText, keyNotText, malformed } from "./reasons.ts"

/**
 * Reads what came as a call into a call of the gate's own, which nobody else can change. Each member is read once. What is no call
 * becomes a `MalformedCall`: callers without types exist. Never throws.
 */
export const asCall = (given: ToolCall): ToolCall | MalformedCall => {
  let id: unknown
  let tool: unknown
  try {
    ;({ id, tool } = given)
    const { args, argsText, idempotencyKey } = given as Readonly<Record<keyof ToolCall, unknown>>
    if (typeof id !== "string" || typeof tool !== "string") return new MalformedCall(id, tool, malformed)
    if (idempotencyKey !== undefined && typeof idempotencyKey !== "string")
      return new MalformedCall(id, tool, keyNotText)
    if (argsText === undefined) return callOf(id, tool, args, undefined, idempotencyKey)
    if (args !== undefined) return new MalformedCall(id, tool, argsInTwoForms)
    if (typeof argsText !== "string") return new MalformedCall(id, tool, argsTextNotText)
    return callOf(id, tool, undefined, argsText, idempotencyKey)
  } catch {
    return new MalformedCall(id, tool, malformed)
  }
}

/** A call that is refused because it is none, as far as it can be answered. */
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

/** Makes a call. A call has only members that say something, so that `in` and a spread tell the truth. */
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

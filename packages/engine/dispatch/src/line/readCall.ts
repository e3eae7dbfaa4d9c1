import type { Refused, ToolCall } from "@toolgate/core"
import { argsInTwoForms, argsTextNotText, idEmpty, keyNotText, malformed } from "../reasons.ts"

/**
 * Copies a call, so that no other code can change it. Reads each member once. Callers in JavaScript may pass anything: an
 * invalid call becomes a `MalformedCall`. Never throws.
 */
export const readCall = (given: ToolCall): ToolCall | MalformedCall => {
  let id: unknown
  let tool: unknown
  try {
    ;({ id, tool } = given)
    const { args, argsText, idempotencyKey } = given as Readonly<Record<keyof ToolCall, unknown>>
    if (typeof id !== "string" || typeof tool !== "string") return new MalformedCall(id, tool, malformed)
    if (id === "") return new MalformedCall(id, tool, idEmpty)
    // An empty key usually comes from an unset variable, and would make all calls one effect.
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

/** A malformed call, with as much of it as the answer needs. */
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

/** Creates a call without undefined members, so that `in` and spreads see only actual members. */
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

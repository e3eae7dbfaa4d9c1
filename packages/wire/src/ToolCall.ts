import Type from "typebox"
import { closed, type Form } from "./Form.ts"

const members = {
  id: Type.String({ minLength: 1 }),
  tool: Type.String(),
  idempotencyKey: Type.Optional(Type.String())
}

/**
 * An agent's request to run a tool. It does not say who asks. The arguments are a value in `args`, or JSON text from a
 * model in `argsText`.
 */
export const ToolCall = Type.Union([
  closed({ ...members, args: Type.Unknown() }),
  closed({ ...members, argsText: Type.String() })
])

export type ToolCall = Form<typeof ToolCall>

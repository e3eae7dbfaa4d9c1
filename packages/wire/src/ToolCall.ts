import Type from "typebox"
import { closed, type Form } from "./Form.ts"

const members = {
  id: Type.String({ minLength: 1 }),
  tool: Type.String(),
  idempotencyKey: Type.Optional(Type.String())
}

/**
 * A request of an agent to run a tool. Nothing in it says who asks. The arguments are a value in `args`, which is left as it is, or
 * the JSON text of a model in `argsText`.
 */
export const ToolCall = Type.Union([
  closed({ ...members, args: Type.Unknown() }),
  closed({ ...members, argsText: Type.String() })
])

export type ToolCall = Form<typeof ToolCall>

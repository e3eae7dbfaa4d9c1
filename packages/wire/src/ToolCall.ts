import Type from "typebox"
import { closed, type Form } from "./Form.ts"

/** What an agent asks for. Nothing in it says who asks. Arguments are JSON text (`json`), or a value that stands as it is. */
export const ToolCall = closed({
  id: Type.String(),
  tool: Type.String(),
  args: Type.Union([closed({ json: Type.String() }), closed({ value: Type.Unknown() })]),
  idempotencyKey: Type.Optional(Type.String())
})

export type ToolCall = Form<typeof ToolCall>

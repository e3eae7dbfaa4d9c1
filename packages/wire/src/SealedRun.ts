import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { DispatchContext } from "./Permit.ts"
import { ToolCall } from "./ToolCall.ts"
import { JsonObject } from "./ToolExecution.ts"

/** The sealed start of a recorded script run. */
export const SealedRun = closed({
  version: Type.Literal(1),
  call: ToolCall,
  context: DispatchContext,
  first: Type.String(),
  approval: Type.Optional(closed({ id: Type.String(), proposed: Type.Optional(JsonObject) })),
  equal: Type.Optional(Type.String())
})

export type SealedRun = Form<typeof SealedRun>

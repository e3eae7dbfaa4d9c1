import type { AskForm, DispatchContext, RegisteredTool, ToolCall } from "@toolgate/core"
import { askerBroke } from "../callFaults.ts"
import { CallForms } from "./CallForms.ts"

/** A call in flight, as far as its forms need it. */
interface AskingFlight {
  readonly callId: string
  readonly context: DispatchContext
  readonly loggedArgs: ReadonlyArray<unknown>
  readonly call: ToolCall
  readonly tool: RegisteredTool | undefined
  readonly asker: AskForm | undefined
  waitsInRun(isWaiting: boolean): void
  runFork(effect: ReturnType<typeof askerBroke>): unknown
}

/** Returns the forms of a call, of which none was asked. */
export const formsOf = (flight: AskingFlight): CallForms => {
  const { callId, asker, context, tool, call } = flight
  return new CallForms({
    callId,
    toolName: tool === undefined ? call.tool : tool.definition.name,
    asker,
    deadline: context.deadline,
    waits: (isWaiting) => flight.waitsInRun(isWaiting),
    broke: (cause) => flight.runFork(askerBroke(flight, cause))
  })
}

import type { CallInFlight } from "../call/CallInFlight.ts"
import { askerBroke } from "../call/callFaults.ts"
import { CallForms } from "./CallForms.ts"

/** Returns the forms of a call, of which none was asked. */
export const formsOf = (flight: CallInFlight): CallForms => {
  const { callId, context, input, life, progress } = flight
  return new CallForms({
    callId,
    toolName: progress.tool === undefined ? progress.call.tool : progress.tool.definition.name,
    asker: input.asker,
    deadline: context.deadline,
    waits: (isWaiting) => life.waitsInRun(isWaiting),
    broke: (cause) => input.runFork(askerBroke(flight, cause))
  })
}

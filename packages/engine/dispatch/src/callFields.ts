import type { DispatchContext } from "@toolgate/core"

/** What every line of a log says about the call it belongs to. */
export const callFields = (callId: string, { session, turn, principal }: DispatchContext) => ({
  callId,
  session,
  turn,
  agent: principal.agent
})

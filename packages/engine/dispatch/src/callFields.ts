import type { DispatchContext } from "@toolgate/core"

/** The fields of a call that every line of a log carries. */
export const callFields = (callId: string, { session, turn, principal }: DispatchContext) => ({
  callId,
  session,
  turn,
  agent: principal.agent
})

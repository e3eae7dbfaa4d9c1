import type { CallContext } from "@toolgate/core"

/** What every line of a log says about the call it belongs to. */
export const callFields = ({ callId, session, turn, principal }: CallContext) => ({
  callId,
  session,
  turn,
  agent: principal.agent
})

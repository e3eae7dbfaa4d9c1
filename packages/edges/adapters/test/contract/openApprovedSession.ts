import type { Session } from "toolgate"
import type { ContractGate } from "./ContractGate.ts"

/** Opens a session in which a person approved saving this text for the session. The text was saved once. */
export const openApprovedSession = async ({ gate }: Pick<ContractGate, "gate">, text: string): Promise<Session> => {
  const session = await gate.session({ id: "kept", agent: "assistant" })
  const waits = session.dispatch({ id: "0", tool: "save", args: { text } })
  for await (const { id } of session.approvals) {
    await session.approvals.decide(id, { decision: "approve", scope: "session" })
    break
  }
  await waits
  return session
}

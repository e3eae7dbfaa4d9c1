import type { OnAsk } from "@toolgate/approval"
import type { ApprovalDecision, ApprovalRequest } from "toolgate"
import { describe, expect, it } from "vitest"
import { askInTurn } from "../../src/supervise/askInTurn.ts"

const question = (callId: string) => ({ session: "s", callId }) as ApprovalRequest

const never = new AbortController().signal

/** A turn that asks at once, without waiting for other questions. */
const atOnce = <A>(ask: () => Promise<A>) => ask()

/** Asks until its signal is aborted, and then answers as a terminal does. */
const untilOver: OnAsk = (_request, signal) =>
  new Promise<ApprovalDecision>((resolve) => {
    signal.addEventListener("abort", () => resolve({ decision: "deny", reason: "The terminal was closed." }))
  })

const unasked = { decision: "deny", reason: "The command is shutting down." }

describe("questions of the policy", () => {
  it("are withdrawn when the command ends, without an answer", async () => {
    const stop = new AbortController()
    const answer = askInTurn(untilOver, atOnce, stop.signal)(question("1"), never)
    stop.abort()
    expect(await answer).toEqual(unasked)
    const late = askInTurn(() => ({ decision: "approve" }), atOnce, stop.signal)(question("2"), never)
    expect(await late).toEqual(unasked)
  })

  it("are not asked when their call ended before it was their turn", async () => {
    let asked = 0
    const ask = askInTurn(
      () => {
        asked++
        return { decision: "approve" }
      },
      atOnce,
      never
    )
    expect(await ask(question("1"), AbortSignal.abort())).toEqual(unasked)
    expect(asked).toBe(0)
  })
})

import type { OnAsk } from "@toolgate/approval"
import type { ApprovalDecision, ApprovalRequest } from "toolgate"
import { describe, expect, it } from "vitest"
import { callKey, inTurn } from "../src/policyQuestions.ts"

const question = (callId: string) => ({ session: "s", callId }) as ApprovalRequest

const never = new AbortController().signal

/** A turn that asks at once, without waiting for other questions. */
const atOnce = <A>(ask: () => Promise<A>) => ask()

/** Asks until its signal is aborted, and then answers as a terminal does. */
const untilOver: OnAsk = (_request, signal) =>
  new Promise<ApprovalDecision>((resolve) => {
    signal.addEventListener("abort", () => resolve({ decision: "deny", reason: "The terminal was closed." }))
  })

const unasked = { decision: "deny", reason: "Nobody is asked any more: the command is ending." }

describe("questions of the policy", () => {
  it("keep in mind which calls a person has allowed, and no others", async () => {
    const approved = new Set<string>()
    const ask = inTurn(({ callId }) => ({ decision: callId === "1" ? "approve" : "deny" }), atOnce, never, approved)
    await ask(question("1"), never)
    await ask(question("2"), never)
    expect([...approved]).toEqual([callKey("s", "1")])
  })

  it("are withdrawn when the command is to end, which is no person's answer", async () => {
    const stop = new AbortController()
    const approved = new Set<string>()
    const answer = inTurn(untilOver, atOnce, stop.signal, approved)(question("1"), never)
    stop.abort()
    expect(await answer).toEqual(unasked)
    const late = inTurn(() => ({ decision: "approve" }), atOnce, stop.signal, approved)(question("2"), never)
    expect(await late).toEqual(unasked)
    expect(approved.size).toBe(0)
  })

  it("are not asked when their call ended before it was their turn", async () => {
    let asked = 0
    const ask = inTurn(
      () => {
        asked++
        return { decision: "approve" }
      },
      atOnce,
      never,
      new Set()
    )
    expect(await ask(question("1"), AbortSignal.abort())).toEqual(unasked)
    expect(asked).toBe(0)
  })

  it("of two calls whose ids and sessions read alike are two", () => {
    expect(callKey("a b", "c")).not.toBe(callKey("a", "b c"))
  })
})

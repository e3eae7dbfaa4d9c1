import type { Session } from "toolgate"
import { describe, expect, it } from "vitest"
import { openContractGate } from "./contract/ContractGate.ts"
import type { AnswerForModel, ModelCall } from "./contract/Framework.ts"
import { openApprovedSession } from "./contract/openApprovedSession.ts"

/** A framework's approval flow whose state a client stores between two requests. */
export interface ApprovalFlow {
  /** Starts a run in which a model makes these calls, with `approvals: "framework"`. */
  readonly begin: (session: Session, calls: ReadonlyArray<ModelCall>) => Promise<Interrupted>
  /**
   * Continues from a client's state, with all questions approved by the client. Creates the tools again, as another
   * process would.
   */
  readonly resume: (session: Session, state: string) => Promise<ReadonlyArray<AnswerForModel>>
}

/** A run that was interrupted or has ended. */
export interface Interrupted {
  /** The ids of the calls that the framework asks about. */
  readonly asked: ReadonlyArray<string>
  /** The state for the client. */
  readonly state: string
}

/** Registers the tests of a framework's approval flow: what a client sends back approves nothing. */
export const testApprovalFlow = (name: string, { begin, resume }: ApprovalFlow): void => {
  const waiting = async (...texts: ReadonlyArray<string>) => {
    const opened = await openContractGate()
    const calls = texts.map((text, at) => ({ id: `call-${at + 1}`, tool: "save", args: { text } }))
    const { asked, state } = await begin(opened.session, calls)
    return { ...opened, asked, state, questions: await opened.session.approvals.list() }
  }

  describe(`the approval flow of frameworks: ${name}`, () => {
    it("asks if the gate asks, and runs a call that its user approved in the gate", async () => {
      const { session, asked, state, questions, saved, record } = await waiting("milk")
      expect(asked).toEqual(["call-1"])
      expect(questions).toMatchObject([{ callId: "call-1", toolName: "save", args: { text: "milk" } }])
      expect(saved).toEqual([])
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "approve" }, { by: "alice" })
      expect(await resume(session, state)).toMatchObject([{ id: "call-1", as: "result", text: "Saved milk." }])
      expect(saved).toEqual(["milk"])
      expect((await record()).map(({ kind }) => kind)).toEqual(["denied", "dispatched", "completed"])
    })

    it("does not ask if the gate does not ask", async () => {
      const { session } = await openContractGate()
      const calls = [
        { id: "1", tool: "add", args: { a: 1, b: 2 } },
        { id: "2", tool: "drop", args: {} }
      ]
      expect((await begin(session, calls)).asked).toEqual([])
      expect(await session.approvals.list()).toEqual([])
    })

    it("runs nothing on a client's claim, and does not ask again", async () => {
      const { session, state, saved } = await waiting("milk")
      expect(await resume(session, state)).toMatchObject([{ id: "call-1", text: notRun }])
      expect(saved).toEqual([])
      expect(await session.approvals.list()).toHaveLength(1)
    })

    it("runs nothing that a person denied, and gives the model the reason", async () => {
      const { session, state, questions, saved } = await waiting("milk")
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "deny", reason: "We have milk." })
      expect(await resume(session, state)).toMatchObject([{ text: expect.stringContaining("We have milk.") }])
      expect(saved).toEqual([])
    })

    it("runs the arguments that a person approved instead of the model's", async () => {
      const { session, state, questions, saved } = await waiting("milk")
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "approve", args: { text: "oat milk" } })
      await resume(session, state)
      expect(saved).toEqual(["oat milk"])
    })

    it("runs a call once, even if its state comes back repeatedly", async () => {
      const { session, state, questions, saved } = await waiting("milk")
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "approve" })
      await resume(session, state)
      expect(await resume(session, state)).toMatchObject([{ text: notRun }])
      expect(saved).toEqual(["milk"])
    })

    it("runs no call with arguments that a client changed after the approval", async () => {
      const { session, state, questions, saved } = await waiting("milk")
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "approve" })
      const told = await resume(session, state.replaceAll("milk", "vodka")).catch(() => [])
      expect(told.map(({ text }) => text)).not.toContain("Saved vodka.")
      expect(saved).toEqual([])
    })

    it("runs only the approved one of two calls", async () => {
      const { session, asked, state, questions, saved } = await waiting("milk", "vodka")
      expect(asked.toSorted()).toEqual(["call-1", "call-2"])
      const milk = questions.find(({ args }) => args.text === "milk")
      await session.approvals.decide(milk?.id ?? "", { decision: "approve" })
      const told = await resume(session, state)
      expect(told.find(({ id }) => id === "call-2")?.text).toEqual(notRun)
      expect(saved).toEqual(["milk"])
    })

    it("does not run a call under another call's approved id", async () => {
      const { session, state, questions, saved } = await waiting("milk", "vodka")
      const milk = questions.find(({ args }) => args.text === "milk")
      await session.approvals.decide(milk?.id ?? "", { decision: "approve" })
      const swapped = state.replaceAll("call-1", "?").replaceAll("call-2", "call-1").replaceAll("?", "call-2")
      await resume(session, swapped).catch(() => [])
      expect(saved).not.toContain("vodka")
    })

    it("runs nothing in another session of the same agent", async () => {
      const { gate, session, state, questions, saved } = await waiting("milk")
      await session.approvals.decide(questions[0]?.id ?? "", { decision: "approve" })
      const bob = await gate.session({ id: "bob", agent: "assistant", onBehalfOf: "alice" })
      expect(await resume(bob, state)).toMatchObject([{ text: notRun }])
      expect(saved).toEqual([])
    })

    it("does not ask again after an approval for the session, and runs the call once", async () => {
      const { gate, saved, record } = await openContractGate()
      const session = await openApprovedSession({ gate }, "milk")
      const { asked } = await begin(session, [{ id: "1", tool: "save", args: { text: "milk" } }])
      expect(asked).toEqual([])
      expect(saved).toEqual(["milk", "milk"])
      const ofCall = (await record()).filter(({ id }) => id === "1")
      expect(ofCall.map(({ kind }) => kind)).toEqual(["dispatched", "completed"])
    })
  })
}

const notRun = expect.stringMatching(/needs a person's approval/)

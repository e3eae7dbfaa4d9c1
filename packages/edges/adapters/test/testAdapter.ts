import { describe, expect, it } from "vitest"
import { openContractGate } from "./contract/ContractGate.ts"
import type { Framework, ModelCall, RunEnd } from "./contract/Framework.ts"

/**
 * Registers the tests that every adapter has to pass, with its framework's real loop. Each test checks what the model
 * reads next, and the audit log.
 */
export const testAdapter = (name: string, framework: Framework): void => {
  const { run, denial, failure } = framework

  describe(`the contract of adapters: ${name}`, () => {
    it("runs an allowed call, and gives the model its structured result", async () => {
      const { session, record } = await openContractGate()
      const { told, text } = await run({ session, turns: [[add("1", 1, 2)]] })
      expect({ told, text }).toEqual({ told: [result("1", '{"sum":3}')], text: "done" })
      expect(await record()).toEqual([
        { kind: "dispatched", id: "1", tool: "add", args: { a: 1, b: 2 } },
        { kind: "completed", id: "1", tool: "add", executed: "yes" }
      ])
    })

    it("explains to the model why a call is denied, and runs nothing", async () => {
      const { session, record } = await openContractGate()
      const { told, text } = await run({ session, turns: [[{ id: "1", tool: "drop", args: {} }]] })
      expect(told).toEqual([
        { ...result("1", ""), as: denial, text: expect.stringContaining("Nothing is dropped here.") }
      ])
      expect(text).toBe("done")
      expect(await record()).toEqual([{ kind: "denied", id: "1", tool: "drop", args: {}, why: "PolicyDenied" }])
    })

    it("waits for a person, and runs an approved call", async () => {
      const { session, saved, record } = await openContractGate({ answer: { decision: "approve" } })
      const { told } = await run({ session, turns: [[save("1", "milk")]] })
      expect(told).toEqual([result("1", "Saved milk.")])
      expect(saved).toEqual(["milk"])
      expect((await record()).map(({ kind }) => kind)).toEqual(["dispatched", "completed"])
    })

    it("gives the model the reason of the person who denies a call", async () => {
      const { session, saved, record } = await openContractGate({ answer: { decision: "deny", reason: "Not today." } })
      const { told } = await run({ session, turns: [[save("1", "milk")]] })
      expect(told).toEqual([{ ...result("1", ""), as: denial, text: expect.stringContaining("Not today.") }])
      expect(saved).toEqual([])
      expect(await record()).toEqual([
        { kind: "denied", id: "1", tool: "save", args: { text: "milk" }, why: "UserDenied" }
      ])
    })

    it("runs nothing without an answer in time", async () => {
      const { session, saved, record } = await openContractGate({ approvalTimeoutMs: 1 })
      const { told, text } = await run({ session, turns: [[save("1", "milk")]] })
      expect(told.map(({ as }) => as)).toEqual([denial])
      expect({ saved, text }).toEqual({ saved: [], text: "done" })
      expect((await record()).map(({ kind, why }) => [kind, why])).toEqual([["denied", "ApprovalExpired"]])
    })

    it("runs the arguments that a person approved instead of the model's", async () => {
      const { session, saved, record } = await openContractGate({
        answer: { decision: "approve", args: { text: "oat milk" } }
      })
      const { told } = await run({ session, turns: [[save("1", "milk")]] })
      expect(told).toEqual([result("1", "Saved oat milk.")])
      expect(saved).toEqual(["oat milk"])
      expect((await record())[0]).toMatchObject({ kind: "dispatched", args: { text: "oat milk" } })
    })

    it("ends a running call when the framework is aborted", async () => {
      const { session, slow, record } = await openContractGate()
      const stop = new AbortController()
      const running = run({ session, turns: [[{ id: "1", tool: "slow", args: {} }]], signal: stop.signal })
      await slow.begun
      stop.abort()
      await running
      await slow.ended
      expect(slow.aborted()).toBe(1)
      expect((await record()).map(({ kind, why }) => [kind, why])).toEqual([
        ["dispatched", undefined],
        ["failed", "Cancelled"]
      ])
    })

    it("refuses the calls that a framework makes after its session has ended", async () => {
      const { session, saved, record } = await openContractGate({ answer: { decision: "approve" } })
      await session.end()
      const { told } = await run({ session, turns: [[save("1", "milk")]] })
      expect(told).toEqual([{ ...result("1", ""), as: failure, text: expect.stringContaining("has ended") }])
      expect(saved).toEqual([])
      expect((await record()).map(({ kind, why }) => [kind, why])).toEqual([["denied", "Cancelled"]])
    })

    it(
      framework.streams ? "passes on what a call prints while it runs" : "tells what a call printed to the app alone",
      async () => {
        const { session } = await openContractGate()
        const heard: Array<string> = []
        const options = { onOutput: ({ text }: { readonly text: string }) => void heard.push(text) }
        const { told, deltas } = await run({ session, turns: [[{ id: "1", tool: "talk", args: {} }]], options })
        expect(told).toEqual([result("1", "All is said.")])
        expect(heard.join("")).toBe("one two ")
        expect(deltas.at(-1) ?? "").toBe(framework.streams ? "one two " : "")
      }
    )

    it(
      framework.takesFiles ? "shows the model a picture" : "tells the model of a picture that it cannot be shown",
      async () => {
        const { session } = await openContractGate()
        const { told } = await run({ session, turns: [[{ id: "1", tool: "picture", args: {} }]] })
        expect(told).toEqual([
          {
            ...result("1", ""),
            text: framework.takesFiles ? "A pixel." : expect.stringMatching(/^A pixel\.\n.*image\/png/),
            files: framework.takesFiles ? ["image/png"] : []
          }
        ])
      }
    )

    it("explains to the model what is wrong with its arguments", async () => {
      const { session, record } = await openContractGate()
      const { told, text } = await run({ session, turns: [[{ id: "1", tool: "add", args: { a: "one" } }]] })
      // Some frameworks that validate first report it in a result.
      const as = framework.validatesFirst ? expect.any(String) : failure
      expect(told).toEqual([{ ...result("1", ""), as, text: expect.stringMatching(/number/) }])
      expect(text).toBe("done")
      const denied = { kind: "denied", id: "1", tool: "add", args: { a: "one" }, why: "InvalidArgs" }
      expect(await record()).toEqual(framework.validatesFirst ? [] : [denied])
    })

    it("records invalid arguments with open schemas", async () => {
      const { session, record } = await openContractGate()
      const turns = [[{ id: "1", tool: "add", args: { a: "one", c: 3 } }]]
      const { told } = await run({ session, turns, options: { openSchemas: true } })
      expect(told).toEqual([{ ...result("1", ""), as: failure, text: expect.stringMatching(/\/a/) }])
      expect(await record()).toEqual([
        { kind: "denied", id: "1", tool: "add", args: { a: "one", c: 3 }, why: "InvalidArgs" }
      ])
    })

    it("runs no call with arguments that are not JSON", async () => {
      const { session, saved, record } = await openContractGate({ answer: { decision: "approve" } })
      const end = await attempt(run({ session, turns: [[{ id: "1", tool: "save", text: '{"text":"mi' }]] }))
      if (failure !== "result") expect(end?.told.map(({ as }) => as) ?? []).not.toContain("result")
      expect(saved).toEqual([])
      expect((await record()).filter(({ kind }) => kind !== "denied")).toEqual([])
    })

    it(`${framework.onUnknownTool} when the model calls an unknown tool`, async () => {
      const { session, record } = await openContractGate()
      const end = await attempt(run({ session, turns: [[{ id: "1", tool: "nope", args: {} }]] }))
      if (framework.onUnknownTool === "gives up") expect(end?.text).toBeUndefined()
      else expect(end?.told).toEqual([{ ...result("1", ""), as: failure, text: expect.stringContaining("nope") }])
      expect((await record()).filter(({ kind }) => kind !== "denied")).toEqual([])
    })

    it("answers each of several calls of a turn under its own id", async () => {
      const { session, record } = await openContractGate()
      const ids = ["1", "2", "3", "4", "5", "6"]
      const { told } = await run({ session, turns: [ids.map((id) => add(id, Number(id), 1))] })
      const inOrder = told.toSorted((one, other) => one.id.localeCompare(other.id))
      expect(inOrder).toEqual(ids.map((id) => result(id, `{"sum":${Number(id) + 1}}`)))
      expect(
        (await record())
          .filter(({ kind }) => kind === "completed")
          .map(({ id }) => id)
          .toSorted()
      ).toEqual(ids)
    })

    it("records a call each time the framework makes it", async () => {
      const { session, record } = await openContractGate()
      const { told } = await run({ session, turns: [[add("1", 1, 2)], [add("1", 1, 2)]] })
      expect(told.at(-1)).toEqual(result("1", '{"sum":3}'))
      const once = ["dispatched", "completed"]
      const kinds = (await record()).map(({ kind }) => kind)
      expect(kinds).toEqual(framework.dropsRepeats ? once : [...once, ...once])
    })

    it("reports a result that violates the tool's output schema to the model", async () => {
      const { session, record } = await openContractGate()
      const { told } = await run({ session, turns: [[{ id: "1", tool: "wrong", args: {} }]] })
      expect(told.map(({ as }) => as)).toEqual([failure])
      expect((await record()).map(({ kind, executed }) => [kind, executed])).toEqual([
        ["dispatched", undefined],
        ["failed", "yes"]
      ])
    })

    it("reports a tool's failure to the model, and continues", async () => {
      const { session, record } = await openContractGate()
      const { told, text } = await run({ session, turns: [[{ id: "1", tool: "broken", args: {} }]] })
      expect(told.map(({ as }) => as)).toEqual([failure])
      expect(text).toBe("done")
      expect((await record()).map(({ kind, why }) => [kind, why])).toEqual([
        ["dispatched", undefined],
        ["failed", "ToolFailed"]
      ])
    })

    it("truncates a result of 20 MB to the gate's limit, and says so", async () => {
      const { session, record } = await openContractGate()
      const { told, text } = await run({ session, turns: [[{ id: "1", tool: "huge", args: {} }]] })
      expect(told.map(({ text }) => text.length < 17 * 2 ** 20)).toEqual([true])
      expect(told[0]?.text).toMatch(/limit|cut|too large|left out/i)
      expect(text).toBe("done")
      expect((await record()).map(({ kind }) => kind)).toHaveLength(2)
    })
  })
}

const add = (id: string, a: number, b: number): ModelCall => ({ id, tool: "add", args: { a, b } })

const save = (id: string, text: string): ModelCall => ({ id, tool: "save", args: { text } })

const result = (id: string, text: string) => ({ id, as: "result" as const, text, files: [] as ReadonlyArray<string> })

/** Returns the end of a run, or `undefined` if the framework threw. */
const attempt = (running: Promise<RunEnd>): Promise<RunEnd | undefined> => running.catch(() => undefined)

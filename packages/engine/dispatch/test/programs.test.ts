import { calledBy, type ToolCall } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { counting, tool } from "./tools.ts"

const by = (made: ToolCall, parent = "program", index = 0): ToolCall => ({
  ...made,
  [calledBy]: { provider: "anthropic", parent, index }
})
const both = tool("both", () => "done", { callers: ["direct", "chain"] })
const direct = tool("direct", () => "done")
const chain = tool("chain", () => "done", { callers: ["chain"] })

describe("a call of a program at a provider", () => {
  it("is accepted only by tools with chained calls", async () => {
    const gate = await openGate({ tools: [both, direct, chain] })
    const calls = ["both", "direct", "chain"].map((name, index) => by(call(name, name), "program", index))
    const answers = await gate.engine.dispatchAllPromise(calls, gate.context())
    expect(answers.map(({ executed }) => executed)).toEqual(["yes", "no", "yes"])
    expect(answers[1]?.error?.message).toContain("does not take chain calls")
    expect((await gate.engine.dispatchPromise(by(call("4", "direct")), gate.context())).executed).toBe("no")
    const judged = await gate.runtime.runPromise(gate.engine.judge(by(call("5", "direct")), gate.context()))
    expect(judged.decision).toBe("deny")
  })

  it("is marked in its events", async () => {
    const gate = await openGate({ tools: [both] })
    await gate.engine.dispatchPromise(by(call("1", "both"), "srvtoolu_1", 3), gate.context())
    const caller = { kind: "chain", parent: "srvtoolu_1", chain: "srvtoolu_1", index: 3, provider: "anthropic" }
    expect(gate.events.map((event) => "caller" in event && event.caller)).toEqual([caller, caller])
    await gate.engine.dispatchPromise(call("2", "both"), gate.context())
    expect(gate.events.slice(2).map((event) => "caller" in event)).toEqual([false, false])
  })

  it("is also part of its turn", async () => {
    const gate = await openGate({ tools: [both] })
    const context = gate.context({ caller: { kind: "direct", chain: "turn", index: 7 } })
    await gate.engine.dispatchPromise(by(call("1", "both")), context)
    expect(gate.events[0]).toMatchObject({ caller: { kind: "chain", parent: "program", chain: "turn", index: 7 } })
  })

  it("needs its own slot, even if a call has the id of its program", async () => {
    const { tool: counted, finishAll, most } = counting()
    const gate = await openGate({ tools: [{ ...counted, callers: ["direct", "chain"] }] })
    const calls = [call("program", "counting"), by(call("1", "counting")), by(call("2", "counting"))]
    const answers = gate.engine.dispatchAllPromise(calls, gate.context())
    await finishAll(3)
    expect((await answers).map(({ success }) => success)).toEqual([true, true, true])
    expect(most()).toBe(3)
  })

  it("cannot come from JSON", async () => {
    const gate = await openGate({ tools: [chain] })
    const forged = JSON.parse(
      '{"id":"1","tool":"chain","args":{},"caller":{"type":"program"},"@toolgate/core/calledBy":{"provider":"x","parent":"y","index":0}}'
    )
    expect((await gate.engine.dispatchPromise(forged, gate.context())).executed).toBe("no")
    expect((await gate.engine.dispatchPromise(JSON.parse(JSON.stringify(by(forged))), gate.context())).executed).toBe(
      "no"
    )
  })

  it("keeps the caller of a context that is already in a chain", async () => {
    const gate = await openGate({ tools: [both] })
    const caller = { kind: "chain", parent: "gone", chain: "gone", index: 0 } as const
    const { error } = await gate.engine.dispatchPromise(by(call("1", "both")), gate.context({ caller }))
    expect(error?.message).toContain("the call that made it has ended")
  })
})

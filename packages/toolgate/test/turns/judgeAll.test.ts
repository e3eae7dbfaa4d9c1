import { builtins, defineTool, type ToolCall, Type } from "toolgate"
import { describe, expect, it } from "vitest"
import { lone, newFolder, opened } from "./turnGate.ts"

let ran = 0
const counts = defineTool({
  name: "counts",
  description: "Counts its calls.",
  parameters: Type.Object({}),
  sideEffects: "READ",
  execute: () => `${++ran}`
})
const plan = (...steps: ReadonlyArray<readonly [tool: string, args: unknown]>): ReadonlyArray<ToolCall> =>
  steps.map(([tool, args], at) => ({ id: `${at + 1}`, tool, args }))

const gateOf = () =>
  opened([...builtins(), lone, counts], { workspace: newFolder({ a: "a" }), policy: { files: [] }, onAsk: "wait" })

describe("a plan", () => {
  it("is judged before anything runs: allowed, asked and denied calls, and those that depend on a result", async () => {
    const gate = await gateOf()
    const judged = await gate.judgeAll(
      plan(
        ["read_file", { path: "a" }],
        ["write_file", { path: "b", content: "b" }],
        ["read_file", { path: "../../etc/passwd" }],
        ["read_file", { path: { $from: "1" } }],
        ["write_file", { path: { $from: "3" }, content: "" }],
        ["write_file", { path: { $from: "4" }, content: { $from: "2" } }],
        ["none", { path: { $from: "1" } }],
        ["read_file", { path: { $from: "9" } }],
        ["counts", {}]
      )
    )
    expect(judged.decision).toBe("deny")
    expect(judged.steps.map(({ decision }) => decision)).toEqual([
      "allow",
      "ask",
      "deny",
      "depends",
      "deny",
      "depends",
      "deny",
      "deny",
      "allow"
    ])
    expect(judged.steps[3]).toEqual({
      index: 3,
      call_id: "4",
      tool: "read_file",
      decision: "depends",
      reason: 'It takes the result of "1", and is judged when that is there.',
      depends_on: ["1"]
    })
    expect(judged.steps.map(({ reason }) => reason)).toEqual([
      expect.stringContaining(": "),
      expect.stringContaining(": "),
      expect.stringContaining("leads out of the workspace"),
      expect.any(String),
      'It takes the result of "3", which is denied.',
      'It takes the result of "4", "2", and is judged when that is there.',
      expect.stringContaining('"none" not found'),
      expect.stringContaining('names the call "9", which comes later'),
      expect.any(String)
    ])
    expect([ran, await gate.approvals.list()]).toEqual([0, []])
  })

  it("has the strictest decision of its steps, and allows no dependent call", async () => {
    const gate = await gateOf()
    const decision = async (...steps: ReadonlyArray<readonly [tool: string, args: unknown]>) =>
      (await gate.judgeAll(plan(...steps))).decision
    const allowed = ["read_file", { path: "a" }] as const
    const asked = ["write_file", { path: "b", content: "b" }] as const
    const dependent = ["read_file", { path: { $from: "1" } }] as const
    expect(await decision()).toBe("allow")
    expect(await decision(allowed, allowed)).toBe("allow")
    expect(await decision(allowed, dependent)).toBe("depends")
    expect(await decision(allowed, dependent, asked)).toBe("ask")
    expect(await decision(allowed, dependent, asked, ["none", {}])).toBe("deny")
  })

  it("is denied as a whole if its turn would be refused", async () => {
    const gate = await gateOf()
    const { steps } = await gate.judgeAll(plan(["read_file", { path: "a" }], ["lone", {}]))
    for (const { decision, reason } of steps) {
      expect(decision).toBe("deny")
      expect(reason).toContain('Its call "2" is one of "lone"')
    }
    expect((await gate.judgeAll(plan(["lone", {}]))).decision).toBe("ask")
  })

  it("is judged for its maker", async () => {
    const gate = await gateOf()
    const writing = plan(["read_file", { path: "a" }], ["write_file", { path: { $from: "1" }, content: "" }])
    expect((await gate.judgeAll(writing)).decision).toBe("depends")
    expect((await gate.judgeAll(writing, { readOnly: true })).decision).toBe("deny")
    expect((await gate.judgeAll(writing, { color: "red" } as never)).steps.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('unknown option "color"'),
      expect.stringContaining("which is denied")
    ])
    const session = await gate.session({ id: "s", readOnly: true })
    expect((await session.judgeAll(writing)).decision).toBe("deny")
    await session.end()
    expect((await session.judgeAll(plan(["read_file", { path: "a" }]))).steps[0]?.reason).toContain("has ended")
  })
})

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { PolicyInvalid } from "../src/effect.ts"
import { createToolgate, defineTool, type ToolExecution, type ToolgateOptions } from "../src/index.ts"
import { toEnvelope } from "../src/results.ts"
import { newFolder } from "./asking.ts"

const tool = (name: string, destructive: boolean) =>
  defineTool({
    name,
    description: "Does what a test needs.",
    parameters: { type: "object" },
    schemas: "full",
    sideEffects: "WRITE",
    destructive,
    execute: () => `${name} ran`
  })

const tools = [tool("write", false), tool("wipe", true), tool("raw", false)]

const modes = "tool_confirmation: { default: { WRITE: auto } }"
const flat = `version: 1\n${modes}\nlayers: { roles: { worker: { forbidden_tools: [raw] }, lead: {} } }\n`
const layered = `version: 1\n${modes}\nlayers: { global: { deny: [raw] }, roles: { worker: { deny: [wipe] }, lead: {} } }\n`

type Cascade = Pick<Extract<ToolgateOptions["policy"], { files: unknown }>, "cascade">

/** Opens a gate whose policy is a file with this text. Every question is approved. */
const opened = async (text: string, policy: Cascade) => {
  const file = join(newFolder(), "policy.yaml")
  writeFileSync(file, text)
  const asked: Array<string> = []
  const gate = await createToolgate({
    workspace: newFolder(),
    policy: { files: [file], ...policy },
    tools,
    onAsk: ({ toolName }) => {
      asked.push(toolName)
      return { decision: "approve" }
    }
  })
  onTestFinished(() => gate.close())
  return { gate, asked }
}

const cascades = [
  ["cascading_tool_policy", {}, layered],
  ["no cascading_tool_policy", { cascade: "refused" }, flat]
] as const
const trackings = [
  ["side_effect_tracking", { defer: true }],
  ["no side_effect_tracking", {}]
] as const
const outputs = [
  ["structured_tool_output", true],
  ["no structured_tool_output", false]
] as const

describe.each(cascades)("a gate with %s", (_cascade, policy, text) => {
  describe.each(trackings)("%s", (_tracking, options) => {
    it.each(outputs)(
      "with %s permits what its file allows, and runs nothing destructive without approval",
      async (_output, isStructured) => {
        const { gate, asked } = await opened(text, policy)
        const call = (tool: string, role: string) => gate.dispatch({ id: tool, tool, args: {} }, { role, ...options })
        const told = (execution: ToolExecution) => {
          if (isStructured) return toEnvelope(execution).status
          return execution.pending !== undefined ? "pending_approval" : execution.success ? "success" : "error"
        }
        const answers: Record<string, string> = {}
        for (const role of ["worker", "lead", "stranger"])
          for (const { name } of tools) answers[`${role} ${name}`] = told(await call(name, role))
        const isLayered = text === layered
        const isTracked = "defer" in options
        const wiped = isTracked ? "pending_approval" : "success"
        expect(answers).toEqual({
          "worker write": "success",
          "worker wipe": isLayered ? "error" : wiped,
          "worker raw": "error",
          "lead write": "success",
          "lead wipe": wiped,
          "lead raw": isLayered ? "error" : "success",
          "stranger write": "error",
          "stranger wipe": "error",
          "stranger raw": "error"
        })
        expect(asked).toEqual(isTracked ? [] : isLayered ? ["wipe"] : ["wipe", "wipe"])
        if (!isTracked) return
        const deferred = await call("wipe", "lead")
        expect(deferred).toMatchObject({ executed: "no", pending: { approvalId: expect.any(String) } })
        const approval = deferred.pending?.approvalId ?? ""
        await gate.approvals.decide(approval, { decision: "approve" })
        const resumed = await gate.resume(approval)
        expect([told(resumed), resumed.executed]).toEqual(["success", "yes"])
      }
    )
  })
})

describe("a gate that refuses the cascade", () => {
  it("does not open with layers that need it, wherever they are defined", async () => {
    const error = await opened(layered, { cascade: "refused" }).catch((cause) => cause)
    expect(error).toBeInstanceOf(PolicyInvalid)
    expect(error.problems.map(({ source }: { source: string }) => source.split("/").at(-1))).toEqual([
      "policy.yaml:3:11",
      "policy.yaml:3:45"
    ])
  })

  it("accepts no layer later", async () => {
    const { gate } = await opened(flat, { cascade: "refused" })
    const refused = 'Cannot add a layer: this requires a file policy or "default", without `cascade: "refused"`.'
    expect(() => gate.addGlobalLayer({ deny: ["write"] })).toThrow(refused)
    expect(() => gate.addRoleLayer("lead", { deny: ["write"] })).toThrow(refused)
    expect(gate.canUseTool("write", { role: "lead" })).toBe(true)
  })

  it("still restricts callers to their ceilings", async () => {
    const { gate } = await opened(flat, { cascade: "refused" })
    const call = { id: "1", tool: "write", args: {} }
    expect((await gate.dispatch(call, { role: "lead", readOnly: true })).error?.class).toBe("permission_denied")
  })

  it("accepts no other value", async () => {
    await expect(opened(flat, { cascade: "off" as never })).rejects.toThrow(
      'Cannot open the gate: option "policy.cascade" must be "refused", or left out.'
    )
  })
})

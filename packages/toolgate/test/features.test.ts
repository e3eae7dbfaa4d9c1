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

/** Opens a gate whose policy is a file with this text. Whoever is asked approves. */
const opened = async (
  text: string,
  policy: Pick<Extract<ToolgateOptions["policy"], { files: unknown }>, "cascade">
) => {
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

describe.each([
  ["with cascading_tool_policy", {}, layered],
  ["without cascading_tool_policy", { cascade: "refused" }, flat]
] as const)("a gate %s", (_name, policy, text) => {
  describe.each([
    ["with structured_tool_output", (execution: ToolExecution) => toEnvelope(execution).ok],
    ["without structured_tool_output", (execution: ToolExecution) => execution.success]
  ])("%s", (_name, succeeded) => {
    it("permits no more than its file says, and asks about what is destructive", async () => {
      const { gate, asked } = await opened(text, policy)
      const answers: Record<string, boolean> = {}
      for (const role of ["worker", "lead", "stranger"])
        for (const { name } of tools)
          answers[`${role} ${name}`] = succeeded(await gate.dispatch({ id: name, tool: name, args: {} }, { role }))
      const isLayered = text === layered
      expect(answers).toEqual({
        "worker write": true,
        "worker wipe": !isLayered,
        "worker raw": false,
        "lead write": true,
        "lead wipe": true,
        "lead raw": !isLayered,
        "stranger write": false,
        "stranger wipe": false,
        "stranger raw": false
      })
      expect(asked).toEqual(isLayered ? ["wipe"] : ["wipe", "wipe"])
    })
  })
})

describe("a gate that refuses the cascade", () => {
  it("does not open with layers that need it, wherever they stand", async () => {
    const error = await opened(layered, { cascade: "refused" }).catch((cause) => cause)
    expect(error).toBeInstanceOf(PolicyInvalid)
    expect(error.problems.map(({ source }: { source: string }) => source.split("/").at(-1))).toEqual([
      "policy.yaml:3:11",
      "policy.yaml:3:45"
    ])
  })

  it("takes no layer later", async () => {
    const { gate } = await opened(flat, { cascade: "refused" })
    const refused = "Only a policy of files, or the default one, has layers to add to, and only with its cascade."
    expect(() => gate.addGlobalLayer({ deny: ["write"] })).toThrow(refused)
    expect(() => gate.addRoleLayer("lead", { deny: ["write"] })).toThrow(refused)
    expect(gate.canUseTool("write", { role: "lead" })).toBe(true)
  })

  it("still holds callers to their ceilings", async () => {
    const { gate } = await opened(flat, { cascade: "refused" })
    const call = { id: "1", tool: "write", args: {} }
    expect((await gate.dispatch(call, { role: "lead", readOnly: true })).error?.class).toBe("permission_denied")
  })

  it("takes no other word", async () => {
    await expect(opened(flat, { cascade: "off" as never })).rejects.toThrow(
      'A gate cannot be opened: option "policy.cascade" has to be "refused", or left out.'
    )
  })
})

import { tmpdir } from "node:os"
import { describe, expect, it } from "vitest"
import {
  createToolgate,
  defineTool,
  type Tool,
  type ToolCall,
  ToolOutcomeUnknown,
  ToolValidationError,
  toolOutput
} from "../src/index.ts"
import { toolResultBlock } from "../src/messages.ts"
import { buildToolResultMessages } from "../src/results.ts"

const tool = (name: string, execute: (args: object) => unknown): Tool =>
  defineTool({
    name,
    description: "Does what a test needs.",
    parameters: { type: "object" },
    schemas: "full",
    sideEffects: "NONE",
    execute
  })

const answered = async (calls: ReadonlyArray<ToolCall>, ...tools: ReadonlyArray<Tool>) => {
  await using gate = await createToolgate({
    workspace: tmpdir(),
    policy: "host",
    tools,
    hooks: [{ onToolCall: ({ tool }) => (tool === "stopped" ? { stop: "Not today." } : undefined) }]
  })
  return gate.dispatchAll(calls)
}

const someCalls = async () => {
  const calls: ReadonlyArray<ToolCall> = [
    { id: "1", tool: "echo", args: { text: "hi" } },
    { id: "2", tool: "value", argsText: "{}" },
    { id: "3", tool: "partial", args: {} },
    { id: "4", tool: "stopped", args: {} },
    { id: "5", tool: "nowhere", argsText: "{" }
  ]
  const executions = await answered(
    calls,
    tool("echo", (args) => "text" in args && args.text),
    tool("value", () => ({ n: 1 })),
    tool("partial", () => toolOutput({ text: "HTTP 500", success: false })),
    tool("stopped", () => null)
  )
  return { calls, executions }
}

describe("toolResultBlock", () => {
  const textsOf = async (execute: () => unknown) => {
    const [execution] = await answered([{ id: "1", tool: "t", args: {} }], tool("t", execute))
    if (execution === undefined) throw new Error("no execution")
    return toolResultBlock(execution).content.map((block) => "text" in block && block.text)
  }

  it("lists each problem of the arguments after the message", async () => {
    const raise = (validationErrors: ReadonlyArray<string>) => () => {
      throw new ToolValidationError({ message: "No such stay.", validationErrors })
    }
    expect(await textsOf(raise(["from: is after to", "to: is past"]))).toEqual([
      "No such stay.",
      "- from: is after to\n- to: is past"
    ])
    expect(await textsOf(raise([]))).toEqual(["No such stay."])
  })

  it("advises to look before repeating a call with an unknown outcome", async () => {
    const lost = () => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." }))
    expect(await textsOf(lost)).toEqual([
      "The bank did not answer.",
      "[It is unknown whether the call took effect. Check before repeating it.]"
    ])
  })
})

describe("buildToolResultMessages", () => {
  it("makes two messages with every id in both, for any outcome of the calls", async () => {
    const { calls, executions } = await someCalls()
    expect(buildToolResultMessages(calls, [...executions].reverse(), { text: "Let me look." })).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "1", name: "echo", input: { text: "hi" } },
          { type: "tool_use", id: "2", name: "value", input: {} },
          { type: "tool_use", id: "3", name: "partial", input: {} },
          { type: "tool_use", id: "4", name: "stopped", input: {} },
          { type: "tool_use", id: "5", name: "nowhere", input: {} }
        ]
      },
      {
        role: "tool",
        content: [
          { type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "hi" }], is_error: false },
          { type: "tool_result", tool_use_id: "2", content: [{ type: "text", text: '{"n":1}' }], is_error: false },
          { type: "tool_result", tool_use_id: "3", content: [{ type: "text", text: "HTTP 500" }], is_error: true },
          { type: "tool_result", tool_use_id: "4", content: [{ type: "text", text: "Not today." }], is_error: true },
          {
            type: "tool_result",
            tool_use_id: "5",
            content: [{ type: "text", text: 'Tool "nowhere" not found. Available: echo, value, stopped, partial.' }],
            is_error: true
          }
        ]
      }
    ])
  })

  it("omits calls that a hook stopped, on request", async () => {
    const { calls, executions } = await someCalls()
    const [asked, answered] = buildToolResultMessages(calls, executions, { omitStopped: true })
    expect(JSON.stringify([asked, answered])).not.toContain('"4"')
    expect(answered.content).toHaveLength(4)
  })

  it.each([
    ["an answer is missing", 1],
    ["a call is missing", -1]
  ])("refuses to build a conversation if %s", async (_name, missing) => {
    const { calls, executions } = await someCalls()
    const cut = <A>(list: ReadonlyArray<A>, when: boolean) => (when ? list.slice(1) : list)
    expect(() => buildToolResultMessages(cut(calls, missing < 0), cut(executions, missing > 0))).toThrow(/answers/)
  })
})

it("toolResultBlock shows the output and then the failure", async () => {
  const { executions } = await someCalls()
  const [first] = executions
  if (first === undefined) throw new Error("no execution")
  const { error } = executions[4] ?? first
  expect(toolResultBlock({ ...first, error })).toMatchObject({
    content: [{ text: "hi" }, { text: error?.message }],
    is_error: true
  })
})

import { expect, it } from "vitest"
import { createToolgate, defineTool, type Tool, ToolExecutionError, Type } from "../src/index.ts"

const build = {
  name: "build",
  description: "Builds something, and says how far it is.",
  parameters: Type.Object({ steps: Type.Integer() }),
  sideEffects: "NONE"
} as const

/** Calls a tool once. Returns the events of the call, and its answer. */
const called = async (tool: Tool) => {
  const gate = await createToolgate({ workspace: import.meta.dirname, policy: "host", tools: [tool] })
  const events = gate.events()
  const answer = await gate.dispatch({ id: "1", tool: "build", args: { steps: 2 } })
  await gate.close()
  const told: Array<unknown> = []
  for await (const event of events) told.push(event)
  return { answer, told }
}

it.each([
  [
    "stateless",
    defineTool({
      ...build,
      async *execute({ steps }) {
        for (let step = 1; step <= steps; step++) yield `step ${step}\n`
        return { steps }
      }
    })
  ],
  [
    "of an instance",
    defineTool({
      ...build,
      make: () => {
        let done = 0
        return {
          async *execute({ steps }) {
            while (done < steps) yield `step ${++done}\n`
            return { steps: done }
          }
        }
      }
    })
  ]
])("reports what a tool yields at once, and answers with what it returns: %s", async (_form, tool) => {
  const { answer, told } = await called(tool)
  expect(told).toMatchObject([
    { type: "tool.called", callId: "1" },
    { type: "tool.output_delta", callId: "1", stream: "stdout", text: "step 1\n", cut: false },
    { type: "tool.output_delta", callId: "1", stream: "stdout", text: "step 2\n", cut: false },
    { type: "tool.completed", callId: "1" }
  ])
  expect(answer).toMatchObject({ success: true, output: { content: [], value: { steps: 2 } } })
})

it("answers with the failure and the yielded output of a tool that throws after yielding", async () => {
  const { answer, told } = await called(
    defineTool({
      ...build,
      async *execute({ steps }) {
        for (let step = 1; step <= steps; step++) yield `step ${step}\n`
        throw new ToolExecutionError({ message: "The disk is full." })
      }
    })
  )
  const output = { content: [{ type: "text", text: "step 1\nstep 2\n" }] }
  expect(answer).toMatchObject({ success: false, error: { message: "The disk is full." }, output })
  expect(told.at(-1)).toMatchObject({ type: "tool.failed", partialOutput: output })
})

it("ends a tool that yields without end at its limit", async () => {
  const { answer, told } = await called(
    defineTool({
      ...build,
      timeoutMs: 30,
      async *execute() {
        while (true) yield "x"
      }
    })
  )
  expect(answer).toMatchObject({ success: false, error: { class: "timeout" } })
  expect(told.at(-1)).toMatchObject({ type: "tool.failed", errorClass: "timeout" })
})

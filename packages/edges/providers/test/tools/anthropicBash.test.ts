import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { anthropicBash } from "../../src/index.ts"
import { getAnswerText, openGate } from "./openGate.ts"

const call = (input: unknown) => ({ type: "tool_use", id: "toolu_1", name: "bash", input })
const policy = "version: 1\nrules: { allow: [shell], deny: ['read_file(**/.env)'] }"

describe("Anthropic's bash", () => {
  it.skipIf(!hasBubblewrap())("runs a command in the gate's shell, under the rules for files", async () => {
    const { handle } = await openGate({ "a.txt": "hello\n", ".env": "KEY=1\n" }, policy)
    expect(getAnswerText((await handle(anthropicBash, call({ command: "cat a.txt" }))).answer)).toBe("hello\n")
    const failed = await handle(anthropicBash, call({ command: "exit 2", restart: false }))
    expect(failed.answer).toMatchObject({ isError: true })
    const denied = await handle(anthropicBash, call({ command: "cat .env" }))
    expect(denied.executions).toMatchObject([{ executed: "no", error: { class: "permission_denied" } }])
  })

  it("answers a restart without running anything", async () => {
    const { handle, asked } = await openGate({}, "version: 1")
    for (const input of [{ restart: true }, { restart: true, command: "touch new" }]) {
      const { answer, executions } = await handle(anthropicBash, call(input))
      expect(executions).toMatchObject([{ toolName: "shell", executed: "no" }])
      expect(answer).toEqual({
        content: [{ type: "text", text: expect.stringContaining("nothing to restart") }],
        isError: false
      })
    }
    expect(asked).toEqual([])
  })

  it.each([
    undefined,
    null,
    "ls",
    [],
    {},
    { command: 7 },
    { command: null },
    { restart: "true" },
    { commands: ["ls"] }
  ])("records a refused call for the input %j", async (input) => {
    const { handle } = await openGate({}, policy)
    const { executions, answer } = await handle(anthropicBash, call(input))
    expect(executions).toMatchObject([{ toolName: "shell", executed: "no", error: { class: "validation_error" } }])
    expect(answer).toMatchObject({ isError: true })
  })
})

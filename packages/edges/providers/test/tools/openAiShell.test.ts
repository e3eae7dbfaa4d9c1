import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import type { ResponseInputItem } from "openai/resources/responses/responses"
import { describe, expect, it } from "vitest"
import { openAiShell } from "../../src/index.ts"
import { openGate } from "./openGate.ts"

const call = (action: unknown, more: object = {}) => ({
  type: "shell_call",
  id: "sh_1",
  call_id: "call_1",
  status: "completed",
  action,
  ...more
})
const policy = "version: 1\nrules: { allow: [shell], ask: ['shell(git push:*)'], deny: ['shell(rm:*)'] }"

type Answer = Pick<ResponseInputItem.ShellCallOutput, "output" | "max_output_length">
const answered = (item: Answer) => ({ item })

describe.skipIf(!hasBubblewrap())("OpenAI's shell, in a real one", () => {
  it("runs each command separately, and answers each in its position", async () => {
    const { handle, folder, asked } = await openGate({ "a.txt": "hello\n" }, policy)
    const commands = ["cat a.txt", "rm a.txt", "echo out; echo err >&2; exit 3", "git push", "touch new", "kill -9 $$"]
    const { answer, executions } = await handle(
      openAiShell,
      call({ commands, timeout_ms: 1000, max_output_length: null })
    )
    expect(answer).toEqual(
      answered({
        output: [
          { stdout: "hello\n", stderr: "", outcome: { type: "exit", exit_code: 0 } },
          { stdout: "", stderr: expect.stringContaining("shell(rm:*)"), outcome: { type: "exit", exit_code: 126 } },
          { stdout: "out\nerr\n", stderr: "", outcome: { type: "exit", exit_code: 3 } },
          { stdout: "", stderr: expect.stringMatching(/./), outcome: { type: "exit", exit_code: 126 } },
          { stdout: "", stderr: "", outcome: { type: "exit", exit_code: 0 } },
          { stdout: "", stderr: expect.any(String), outcome: { type: "exit", exit_code: 137 } }
        ]
      })
    )
    expect(executions.map(({ executed }) => executed)).toEqual(["yes", "no", "yes", "no", "yes", "yes"])
    expect(asked.map(({ toolName, args }) => [toolName, args])).toEqual([["shell", { command: "git push" }]])
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("hello\n")
    expect(existsSync(join(folder, "new"))).toBe(true)
  })

  it("applies the output limit that the model asked for, and repeats it", async () => {
    const { handle } = await openGate({}, policy)
    const { answer } = await handle(
      openAiShell,
      call({ commands: ["seq 1 1000", "echo short"], max_output_length: 100 })
    )
    const { output, max_output_length } = (answer as { item: unknown }).item as Answer
    expect(max_output_length).toBe(100)
    expect(output[0]?.stdout).toHaveLength(100)
    expect(output[0]?.stdout).toMatch(/^1\n2\n[\s\S]* characters are left out here\.\]\n[\s\S]*1000\n$/)
    expect(output[1]?.stdout).toBe("short\n")
  })

  it("reports that the gate's time limit ended a command", async () => {
    // On a busy machine a command may start later than its limit, so the limit grows.
    for (let seconds = 1; seconds <= 64; seconds *= 2) {
      const { handle } = await openGate({}, `${policy}\ntools: { shell: { limits: { wall_time: ${seconds}s } } }`)
      const { answer } = await handle(openAiShell, call({ commands: ["echo begun; sleep 600"] }))
      expect(answer).toMatchObject({ item: { output: [{ outcome: { type: "timeout" } }] } })
      if (JSON.stringify(answer).includes("begun\\n")) return
    }
    expect.fail("no limit left the command the time to begin")
  })
})

describe("OpenAI's shell", () => {
  it.each([
    ["no action", undefined],
    ["a text for an action", "ls"],
    ["no commands", {}],
    ["an empty list of commands", { commands: [] }],
    ["a text for the commands", { commands: "ls" }],
    ["the arguments of another tool", { command: "touch new" }],
    ["an object for the commands", { commands: { 0: "ls", length: 1 } }],
    ["a thousand commands", { commands: Array.from({ length: 1_000 }, () => "touch new") }]
  ])("has one refused call on record for %s", async (_, action) => {
    const { handle, folder, asked } = await openGate({}, policy)
    const { executions, answer } = await handle(openAiShell, call(action))
    expect(executions).toMatchObject([
      { toolName: "shell", success: false, executed: "no", error: { class: "validation_error" } }
    ])
    expect(answer).toEqual(
      answered({
        output: [{ stdout: "", stderr: expect.stringMatching(/./), outcome: { type: "exit", exit_code: 126 } }]
      })
    )
    expect([asked, existsSync(join(folder, "new"))]).toEqual([[], false])
  })

  it.each([[[7, null, ["ls"], "", { command: "ls" }]]])(
    "records a refused call for each invalid command",
    async (commands) => {
      const { handle } = await openGate({}, policy)
      const { executions, answer } = await handle(openAiShell, call({ commands }))
      expect(executions.map(({ executed, error }) => [executed, error?.class])).toEqual(
        commands.map(() => ["no", "validation_error"])
      )
      expect(((answer as { item: unknown }).item as Answer).output).toHaveLength(commands.length)
    }
  )

  it("runs no command for the provider's own container", async () => {
    const { handle } = await openGate({}, policy)
    const elsewhere = { environment: { type: "container_reference", container_id: "c" } }
    const { executions } = await handle(openAiShell, call({ commands: ["touch new"] }, elsewhere))
    expect(executions).toMatchObject([{ executed: "no" }])
  })
})

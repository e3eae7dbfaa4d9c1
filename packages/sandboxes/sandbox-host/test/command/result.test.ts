import { type CommandImplementation, ToolExecutionError } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { hasBubblewrap, run, textOf } from "./running.ts"

const grant = { confinement: hasBubblewrap ? ("required" as const) : ("waived" as const) }

const printing = (script: string, result: NonNullable<CommandImplementation["result"]>, limit = 4096) =>
  run({
    command: { argv: ["sh", "-c", script], output: "text", result },
    args: { a: 1 },
    grant: { ...grant, limits: { outputBytes: limit } as never }
  })

describe("a result that a tool parses from its program's output", () => {
  it("uses both streams separately, the exit status and the arguments", async () => {
    const ran = await printing("echo out; echo beside >&2; exit 3", (printed) => ({ ...printed }))
    expect(ran.error).toBeUndefined()
    expect(ran.output.value).toEqual({
      args: { a: 1 },
      status: 3,
      stdout: "out\n",
      stderr: "beside\n",
      isCut: false
    })
    expect(ran.output).toMatchObject({ success: true, metadata: { exitStatus: 3, stdoutBytes: 4 } })
  })

  it("may be a text, or a failure with the tool's own message", async () => {
    expect(textOf(await printing("echo out", ({ stdout }) => stdout.trim()))).toBe("out")
    const failed = await printing("exit 128", () => {
      throw new ToolExecutionError({ message: "There is no repository." })
    })
    expect(failed.error).toMatchObject({ why: "ToolFailed", message: "There is no repository." })
    expect(failed.output.success).toBe(false)
  })

  it("reports whether the program printed more than its limit", async () => {
    const ran = await printing("head -c 5000 /dev/zero | tr '\\0' x", ({ isCut }) => ({ isCut }))
    expect(ran.output.value).toEqual({ isCut: true })
  })

  it("is a failure without the tool's text if the tool breaks", async () => {
    const ran = await printing("echo out", () => {
      throw new Error("A secret.")
    })
    expect(ran.error?.message).toMatch(/unexpected error/)
  })

  it("is not created for a program that a signal ended, or that does not exist", async () => {
    const made = () => "made"
    expect((await printing("kill -9 $$", made)).error?.message).toMatch(/SIGKILL/)
    const missing = await run({ command: { argv: ["/no-such-program"], output: "text", result: made }, grant })
    expect(missing.error?.message).toMatch(/^Cannot find or start/)
  })
})

import { spawn } from "node:child_process"
import { describe, expect, it } from "vitest"
import { bundledProgram } from "../bundledProgram.ts"
import { ended } from "../commandLine.ts"

const program = await bundledProgram("logging")

/** Returns what a call logs whose tool logs one line each of debug, info and warn. */
const logged = (level: string, format: string) =>
  ended(spawn(process.execPath, [program, level, format], { stdio: "pipe" }))

describe("what is logged", () => {
  it.each([
    ["trace", 3],
    ["debug", 3],
    ["info", 2],
    ["warn", 1],
    ["error", 0],
    ["silent", 0]
  ])("goes to standard error, from the level %s on: %i lines", async (level, lines) => {
    const { status, stdout, stderr } = await logged(level, "json")
    // Loading pino takes longer than most calls, so that only a shown line may load it.
    expect({ status, stdout }).toEqual({ status: 0, stdout: lines > 0 ? "pino was loaded\n" : "pino was not loaded\n" })
    expect(stderr.split("\n").filter((line) => line !== "")).toHaveLength(lines)
  })

  it("is redacted, and carries the call it belongs to", async () => {
    const { stderr } = await logged("info", "json")
    expect(JSON.parse(stderr.split("\n")[0] ?? "")).toMatchObject({
      level: 30,
      msg: "a fact",
      fields: { password: "[redacted]" },
      callId: "1",
      tool: "talkative"
    })
  })

  it("holds nothing that a terminal obeys, and no line that a tool could have forged", async () => {
    const { stderr } = await logged("warn", "text")
    const [first, second] = stderr.split("\n")
    expect(first).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: a\\u001b\[2Jwarning$/)
    expect(second).toBe("    [00:00:00.000] INFO: forged \\u009b31m")
    expect(stderr).toContain('"note": "\\u0007bell"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is looked for
    expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  })
})

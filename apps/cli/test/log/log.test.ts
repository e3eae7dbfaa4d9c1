import { spawn } from "node:child_process"
import { describe, expect, it } from "vitest"
import { bundledProgram } from "../bundledProgram.ts"
import { ended } from "../commandLine.ts"

const program = await bundledProgram("logging")

/** Returns what calls log whose tool logs one line each of debug, info and warn: at one level after the other, in one process. */
const logged = async (format: string, ...levels: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = await ended(
    spawn(process.execPath, [program, format, ...levels], { stdio: "pipe" })
  )
  return { status, loaded: stdout.split("\n").slice(0, -1), logs: stderr.split("\f").slice(0, -1) }
}

describe("what is logged", () => {
  it("goes to standard error, from the level on, is redacted, and carries the call it belongs to", async () => {
    const { status, loaded, logs } = await logged("json", "silent", "error", "warn", "info", "debug", "trace")
    const lines = logs.map((log) => log.split("\n").slice(0, -1))
    expect([status, lines.map(({ length }) => length)]).toEqual([0, [0, 0, 1, 2, 3, 3]])
    // Loading pino takes longer than most calls, so that only a shown line may load it.
    const [no, yes] = ["pino was not loaded", "pino was loaded"]
    expect(loaded).toEqual([no, no, yes, yes, yes, yes])
    expect(JSON.parse(lines[3]?.[0] ?? "")).toMatchObject({
      level: 30,
      msg: "a fact",
      fields: { password: "[redacted]" },
      callId: "1",
      tool: "talkative"
    })
  })

  it("contains no control characters, and no line that a tool could have forged", async () => {
    const [log = ""] = (await logged("text", "warn")).logs
    const [first, second] = log.split("\n")
    expect(first).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: a\\u001b\[2Jwarning$/)
    expect(second).toBe("    [00:00:00.000] INFO: forged \\u009b31m")
    expect(log).toContain('"note": "\\u0007bell"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is looked for
    expect(log).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  })
})

import { execFileSync, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { ended, launcher } from "./commandLine.ts"
import { folder } from "./folder.ts"

const script = "/usr/bin/script"
const usable = existsSync(script) && execFileSync(script, ["--version"]).includes("util-linux")

/** Returns what the command writes to a terminal of 60 columns, which ends its lines with CR LF. */
const onTerminal = async (command: string, cwd: string) => {
  const line = `stty cols 60; ${process.execPath} ${launcher} ${command}`
  const child = spawn(script, ["-qec", line, "/dev/null"], { cwd, stdio: "pipe" })
  child.stdin.end()
  const { stdout, status } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

describe.skipIf(!usable)("on a terminal (skipped without util-linux script)", () => {
  it("escapes control characters in results", async () => {
    const cwd = folder({ "a.txt": "\u001b]0;title\u0007red \u001b[31m\u009b1m\rover\n\ttab" })
    expect(await onTerminal(`call read_file '{"path":"a.txt"}'`, cwd)).toEqual({
      status: 0,
      text: "\\u001b]0;title\\u0007red \\u001b[31m\\u009b1m\\u000dover\n\ttab\n"
    })
  })

  it("also escapes them in failures", async () => {
    const { status, text } = await onTerminal(`call "$(printf '\\033[31mred')"`, folder())
    expect(status).toBe(1)
    expect(text).toMatch(/^toolgate: Tool "\\u001b\[31mred" not found\./)
  })

  it("escapes them in errors about a command line", async () => {
    const { status, text } = await onTerminal(`"$(printf '\\033[31mred')"`, folder())
    expect(status).toBe(2)
    expect(text).toMatch(/^toolgate: Unknown command "\\u001b\[31mred"/)
  })

  it("wraps the list of tools at the width of the terminal, in columns", async () => {
    const { text } = await onTerminal("tools", folder())
    const lines = text.trimEnd().split("\n")
    expect(lines.length).toBeGreaterThan(7)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    const rows = lines.filter((line) => line !== "" && !/^\w+:$/.test(line))
    for (const line of rows) expect(line).toMatch(/^(\S+ +(NONE|READ|WRITE|EXECUTE|NETWORK) +| {34})\S/)
  })
})

import { spawn } from "node:child_process"
import { describe, expect, it } from "vitest"
import { bundledProgram } from "../bundledProgram.ts"
import { ended } from "../commandLine.ts"
import { hasTerminal, script } from "../supervised.ts"

const program = await bundledProgram("asking")

/** Runs the program at a terminal. `typed` has the texts that are waited for, and what is typed when they appear. */
const sit = async (...typed: ReadonlyArray<readonly [string, string]>) => {
  const child = spawn(script, ["-qec", `exec '${process.execPath}' '${program}'`, "/dev/null"], {
    env: { ...process.env, NO_COLOR: "1" },
    stdio: "pipe"
  })
  const left = [...typed]
  let seen = ""
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    const [next] = left
    if (next === undefined || !seen.includes(next[0])) return
    left.shift()
    child.stdin.write(next[1])
  })
  const { stdout } = await ended(child)
  expect(left).toEqual([])
  return stdout.replaceAll("\r\n", "\n")
}

describe.skipIf(!hasTerminal)("a form at the terminal (skipped without util-linux script)", () => {
  it("is read from the terminal, and names the tool that asks", async () => {
    const text = await sit(["Answer it? [y/N] ", "y\n"], ["  branch: ", "next\n"])
    expect(text).toContain('\nTool "release" asks: Which branch?\n  \\u001b[2JAllow it? [y/N]\nAnswer it? [y/N] ')
    expect(text).toContain('{"action":"accept","content":{"branch":"next"}}\n')
  })

  it("is cancelled with the call by Ctrl-C", async () => {
    expect(await sit(["Answer it? [y/N] ", "\u0003"])).toContain('{"action":"cancel"}\n')
  })
})

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { build } from "rolldown"
import { beforeAll, describe, expect, it } from "vitest"
import { ended } from "./commandLine.ts"
import { hasTerminal, script } from "./supervised.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const bundled = here("../.turbo/asking")

// Loading the program from its sources takes longer than running it.
beforeAll(() =>
  build({
    input: here("fixtures/asking.ts"),
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
    external: /^pino/,
    tsconfig: false,
    logLevel: "silent",
    output: { dir: bundled, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" }
  })
)

/** Runs the program at a terminal. `typed` has the texts that are waited for, and what is typed when they appear. */
const sit = async (...typed: ReadonlyArray<readonly [string, string]>) => {
  const child = spawn(script, ["-qec", `exec '${process.execPath}' '${bundled}/asking.mjs'`, "/dev/null"], {
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

describe.skipIf(!hasTerminal)("a form at the terminal (skipped where there is no util-linux script)", () => {
  it("is read from the terminal, and names the tool that asks", async () => {
    const text = await sit(["Answer it? [y/N] ", "y\n"], ["  branch: ", "next\n"])
    expect(text).toContain('\nTool "release" asks: Which branch?\n  \\u001b[2JAllow it? [y/N]\nAnswer it? [y/N] ')
    expect(text).toContain('{"action":"accept","content":{"branch":"next"}}\n')
  })

  it("is cancelled with the call by Ctrl-C", async () => {
    expect(await sit(["Answer it? [y/N] ", "\u0003"])).toContain('{"action":"cancel"}\n')
  })
})

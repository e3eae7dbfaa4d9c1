import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const run = (program: string) =>
  promisify(execFile)(
    process.execPath,
    [
      "--conditions=@toolgate/source",
      "--input-type=module",
      "--eval",
      `import { deadlines } from "./src/Deadlines.ts"\n${program}`
    ],
    { cwd: join(import.meta.dirname, "..") }
  )

const entry = (expire: string) =>
  `{ expire: () => { ${expire} }, due: 0, earlier: undefined, later: undefined, line: undefined }`

describe("a process with a time limit", () => {
  it("stays alive to answer a call that never settles, though nothing else keeps it", async () => {
    const { stdout } = await run(`deadlines.add(${entry('console.log("expired")')}, 50, performance.now())`)
    expect(stdout).toBe("expired\n")
  })

  it("does the same below an unsettled top-level await", async () => {
    const { stdout } = await run(
      `await new Promise((resolve) => deadlines.add(${entry("resolve()")}, 50, performance.now()))\nconsole.log("answered")`
    )
    expect(stdout).toBe("answered\n")
  })

  it("is not kept alive by the limit of a call that has ended", async () => {
    const { stdout } = await run(
      `const call = ${entry("")}\ndeadlines.add(call, 600_000, performance.now())\ndeadlines.remove(call)\nconsole.log("done")`
    )
    expect(stdout).toBe("done\n")
  })
})

import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chooseCount } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import type { ToolExecution } from "../../src/index.ts"
import { ranOf } from "./openGate.ts"

const program = join(import.meta.dirname, "programs", "scriptGate.ts")

/** Makes a folder in which gates run, each in a separate process that ends by SIGKILL. */
const open = () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-killed-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ["work", "state"]) mkdirSync(join(folder, name), { mode: 0o700 })
  const run = (step: object, killedAt: object = {}) => {
    const words = [program, folder, JSON.stringify(step), JSON.stringify(killedAt)]
    const { stdout, stderr, signal } = spawnSync(
      process.execPath,
      ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning", ...words],
      { env: { ...process.env, XDG_STATE_HOME: join(folder, "state") } }
    )
    if (signal !== "SIGKILL") throw new Error(`The gate was not killed: ${stderr}`)
    const text = stdout.toString()
    return text === "" || text === "null" ? undefined : ranOf(JSON.parse(text) as ToolExecution)
  }
  const lines = () => readFileSync(join(folder, "lines"), "utf8").trim().split("\n")
  return { run, lines }
}

const code = `
const first = (await tools.look({ line: "1" })).text
const second = (await tools.ask({ line: "2" })).text
const all = await Promise.all(["3", "4"].map((line) =>
  tools.look({ line }).then(({ text }) => text, ({ executed }) => line + " " + executed)))
const last = await tools.ask({ line: "5" }).then(({ text }) => text, ({ executed }) => "5 " + executed)
return [first, second, ...all, last]
`

const approvalOf = (ran: ReturnType<typeof ranOf> | undefined) => ran?.execution.pending?.approvalId ?? "none"

describe("a suspended script whose gate is killed", () => {
  it("is approved in a second process and continues in a third one, without repeating a call, even if it was killed while it ran", () => {
    const { run, lines } = open()
    const first = run({ code })
    expect(first?.status).toBe("suspended")
    run({ approve: approvalOf(first) })
    expect(lines()).toEqual(["look 1"])
    const second = run({ resume: approvalOf(first) })
    expect([second?.status, lines()]).toEqual(["suspended", ["look 1", "ask 2", "look 3", "look 4"]])
    const last = approvalOf(second)
    expect(run({ approve: last, resume: last }, { "ask 5": "after" })).toBeUndefined()
    const third = run({ resume: last })
    expect(third?.result).toEqual(["did look 1", "did ask 2", "did look 3", "did look 4", "5 unknown"])
    expect(third?.call_trace.at(-1)?.executed).toBe("unknown")
    expect(lines()).toEqual(["look 1", "ask 2", "look 3", "look 4", "ask 5"])
  })

  const moments = [
    ["when it has happened", "after", ["look 1", "ask 2", "look 3"]],
    ["before it has happened", "before", ["look 1", "ask 2"]]
  ] as const
  // Each of these starts five gates.
  it.each(moments.slice(0, chooseCount(0, 2)))(
    "and once more in the middle of a call, %s, does not make that call again",
    (_, when, left) => {
      const { run, lines } = open()
      const first = run({ code })
      const id = approvalOf(first)
      expect(run({ approve: id, resume: id }, { "look 3": when })).toBeUndefined()
      expect(lines()).toEqual(left)
      const second = run({ resume: id })
      expect(second?.status).toBe("suspended")
      expect(second?.call_trace.map(({ tool, executed }) => `${tool} ${executed}`)).toEqual([
        "look yes",
        "ask yes",
        "look unknown",
        expect.stringMatching(/^look (unknown|yes)$/),
        "ask no"
      ])
      const last = approvalOf(second)
      const third = run({ approve: last, resume: last })
      expect(third?.status).toBe("ok")
      expect(third?.text).toMatch(
        /^ask ran \(calls 2, 5\); do not do it again\.\nlook ran \(calls? 3[^)]*\), or may have; check before you do it again\./
      )
      expect(third?.result).toEqual(["did look 1", "did ask 2", "3 unknown", expect.stringMatching(/4/), "did ask 5"])
      expect(new Set(lines()).size).toBe(lines().length)
      expect(lines()).toEqual(expect.arrayContaining(["look 1", "ask 2", "ask 5"]))
    }
  )
})

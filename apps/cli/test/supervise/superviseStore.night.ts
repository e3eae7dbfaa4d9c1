import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeEachDatabase, isNight } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { ended, start, toolgateProcess } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { atTerminal, callingRunner, hasTerminal, project, supervise } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

const newFile = ["write_file", { path: "a.txt", content: "new" }] as const

const calling = (...calls: ReadonlyArray<readonly [string, unknown]>) => [
  process.execPath,
  callingRunner,
  JSON.stringify(calls)
]

const lines = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Returns the parts of a test with a new store. Separate processes do everything. */
const stored = async (newPlace: () => Promise<string>) => {
  const at = project()
  const env = { XDG_STATE_HOME: at.state }
  const store = ["--store", await newPlace()]
  const run = (...words: ReadonlyArray<string>) => toolgateProcess([...words, ...store], { cwd: at.cwd, env })
  /** Starts a runner. */
  const started = (flags: ReadonlyArray<string>, command: ReadonlyArray<string>) => {
    const child = start(["supervise", ...store, ...flags, "--", ...command], at.cwd, env)
    child.stdin.end()
    return { child, answer: ended(child) }
  }
  /** Returns the first question, once it is listed. */
  const asked = async () => {
    for (;;) {
      const { status, stdout } = await run("approvals", "list", "--json")
      // The runner's gate may not have made the store yet.
      const [first] = status === 0 ? lines(stdout) : []
      if (first !== undefined) return first
    }
  }
  return { run, started, asked, isWritten: () => existsSync(join(at.cwd, "a.txt")) }
}

describeEachDatabase(
  describe,
  folder,
  "a runner whose questions are stored",
  (newPlace) => {
    it("continues when another process approves its call, which is recorded in the store", async () => {
      const { run, started, asked, isWritten } = await stored(newPlace)
      const { answer } = started(["--agent", "coder"], calling(newFile, ["list_dir", {}]))
      const { id, ...about } = await asked()
      expect(about).toMatchObject({ state: "open", waits: true, tool: "write_file", agent: "coder" })
      expect(isWritten()).toBe(false)
      expect(await run("approvals", "approve", id)).toMatchObject({ status: 0 })
      const { status, stdout, stderr } = await answer
      const answers = lines(stdout).toSorted((one, other) => one.tool_call_id.localeCompare(other.tool_call_id))
      expect([status, isWritten(), answers]).toMatchObject([0, true, [{ ok: true }, { ok: true }]])
      expect(stderr).toMatch(new RegExp(`To decide, run "toolgate approvals approve ${id} --store .+" or deny\\.\\n`))
      expect(stderr).toMatch(/^toolgate: ✓ write_file "a\.txt": approved by a person \(/m)
      expect(stderr).toContain(
        "toolgate: 2 calls: 2 allowed (1 by a person), 0 denied, 0 failed.\ntoolgate: The audit log is in the store.\n"
      )
      const { stdout: record } = await run("audit", "list", "--tool", "write_file", "--json")
      expect(lines(record).map(({ record }) => [record.kind, record.agent, record.approval_id])).toMatchObject([
        ["tool.call.dispatched", "coder", id],
        ["tool.call.completed", "coder", undefined]
      ])
    })

    it("leaves a withdrawn question when its supervisor is killed", async () => {
      const { run, started, asked, isWritten } = await stored(newPlace)
      const { child, answer } = started([], calling(newFile))
      const { id } = await asked()
      child.kill("SIGKILL")
      await answer
      expect(await run("approvals", "approve", id)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("it was withdrawn before anybody decided")
      })
      const { stdout } = await run("approvals", "list", "--all", "--json")
      expect(lines(stdout).find((one) => one.id === id)).toMatchObject({ state: "withdrawn" })
      expect((await run("approvals", "resume", id)).status).toBe(1)
      expect(isWritten()).toBe(false)
    })

    it("leaves a deferred call that is approved after its supervisor was killed, and runs once", async () => {
      const { run, started, isWritten } = await stored(newPlace)
      const [program, ...words] = calling(newFile).map((word) => `'${word}'`)
      // The runner stays until its supervisor is gone.
      const { child, answer } = started(
        ["--defer", "--expires", "2h"],
        ["sh", "-c", `${program} ${words.join(" ")}; read -r x <&3; read -r x <&3`]
      )
      child.stdout.once("data", () => child.kill("SIGKILL"))
      const [response] = lines((await answer).stdout)
      expect(response).toMatchObject({
        ok: false,
        error: "permission_denied",
        metadata: { executed: "no" },
        pending: { approval_id: expect.any(String) }
      })
      const { approval_id: id, expires_at } = response.pending
      expect(expires_at - Date.now()).toBeGreaterThan(3_600_000)
      expect(await run("approvals", "resume", id, "--json")).toMatchObject({ status: 3 })
      expect(await run("approvals", "approve", id)).toMatchObject({ status: 0 })
      expect(isWritten()).toBe(false)
      const [one, other] = await Promise.all([run("approvals", "resume", id), run("approvals", "resume", id)])
      expect([one.status, other.status].toSorted()).toEqual([0, 1])
      expect(isWritten()).toBe(true)
      const { stdout: record } = await run("audit", "list", "--tool", "write_file", "--json")
      const kinds = lines(record).map(({ record }) => record.kind)
      expect(kinds.filter((kind) => /dispatched|completed/.test(kind))).toEqual([
        "tool.call.dispatched",
        "tool.call.completed"
      ])
    })
  },
  isNight
)

describe("toolgate supervise, with deferred calls", () => {
  it("names deferred calls, and continues, in the user's own store", async () => {
    const at = project()
    const { status, stdout, stderr } = await supervise(at, ["--defer"], calling(newFile))
    const { pending } = JSON.parse(stdout)
    expect([status, existsSync(join(at.state, "toolgate", "store.sqlite"))]).toEqual([0, true])
    expect(stderr).toMatch(/^toolgate: … write_file "a\.txt": deferred: .*needs a person's approval/m)
    expect(stderr).toContain(pending.approval_id)
    expect(stderr).not.toContain("waits for a decision")
    expect(stderr).toContain("toolgate: 1 call: 0 allowed, 0 denied, 1 deferred, 0 failed.\n")
  })

  it("reports questions to programs, and writes the record to the given folder", async () => {
    const at = project()
    const { stdout } = await supervise(at, ["--defer", "--audit", at.audit, "--json"], calling(newFile))
    const events = lines(stdout)
    const [asked, answered] = ["runner.asked", "runner.answered"].map((type) => events.find((one) => one.type === type))
    expect(asked).toMatchObject({ callId: "call-0", toolName: "write_file", why: expect.any(String) })
    expect(answered).toMatchObject({
      decision: "deferred",
      execution: { executed: "no", pending: { approvalId: asked.approvalId, expiresAt: asked.expiresAt } }
    })
    expect(events.at(-1)).toMatchObject({ calls: 1, denied: 0, deferred: 1, audit: at.audit })
    expect(existsSync(at.audit)).toBe(true)
  })

  it.skipIf(!hasTerminal)("continues at a terminal when another process decides its question", async () => {
    const at = project()
    const store = ["--store", join(at.state, "shared.sqlite")]
    const env = { XDG_STATE_HOME: at.state }
    let decided: Promise<unknown> | undefined
    const decide = async () => {
      const { stdout } = await toolgateProcess(["approvals", "list", "--json", ...store], { env })
      const [{ id }] = lines(stdout)
      return toolgateProcess(["approvals", "approve", id, ...store], { env })
    }
    const { status, text } = await atTerminal(at, store, calling(newFile), (seen) => {
      if (seen.includes("Allow it?")) decided ??= decide()
    })
    expect(await decided).toMatchObject({ status: 0 })
    expect(text).toContain('\ntoolgate: ✓ write_file "a.txt": approved by a person (')
    expect([status, existsSync(join(at.cwd, "a.txt"))]).toEqual([0, true])
  })

  it.each([
    [["--expires", "1h"], 'The flag "--expires" requires "--defer"'],
    [["--defer", "--no-audit"], 'With a store, every call is recorded; leave out "--no-audit".'],
    [["--store", "in.sqlite"], "could reach it. Choose a location outside the workspace"],
    [["--store", ""], 'The flag "--store" is empty']
  ])("refuses nonsense with 2: %j", async (flags, said) => {
    const at = project()
    writeFileSync(join(at.cwd, "run.sh"), "echo begun\n")
    const words = ["supervise", ...flags, "--", "sh", "run.sh"]
    const { status, stdout, stderr } = await toolgate(words, { cwd: at.cwd, env: { XDG_STATE_HOME: at.state } })
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: expect.stringContaining(said) })
  })
})

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describeThisProcess, getProcessState } from "@toolgate/processes"
import { runs } from "@toolgate/testing"
import type { RecordedProcess } from "@toolgate/wire"
import * as fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderSource, pendingCalls, verifyAuditLog } from "../src/index.ts"
import { newFolder } from "./openLog.ts"
import { sealed } from "./sealed.ts"

const isLinux = process.platform === "linux"

const ended = async (): Promise<number> => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" })
  await once(child, "close")
  return child.pid ?? 0
}

describe.skipIf(!isLinux)("a process", () => {
  const here = describeThisProcess()

  it("is recorded with the boot of its system, its namespaces and its own start", () => {
    expect(here).toEqual({
      host: expect.any(String),
      pid: process.pid,
      boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
      namespaces: expect.stringMatching(/^pid:\[\d+\] time:\[\d*\]$/),
      started: expect.stringMatching(/^\d+$/)
    })
    expect(getProcessState(here, false)).toBe("running")
  })

  it("of this boot and these namespaces is looked up, even under another host name", async () => {
    const renamed = { ...here, host: "another" }
    for (const isShared of [false, true]) {
      expect(getProcessState(renamed, isShared)).toBe("running")
      expect(getProcessState({ ...renamed, pid: await ended() }, isShared)).toBe("ended")
      // The pid belongs to another process by now.
      expect(getProcessState({ ...renamed, started: "1" }, isShared)).toBe("ended")
    }
  })

  it("of another boot has ended, unless another machine may have written the log", () => {
    const earlier = { ...here, boot: "00000000-0000-4000-8000-000000000000" }
    expect(getProcessState(earlier, false)).toBe("ended")
    expect(getProcessState({ ...earlier, host: "another" }, false)).toBe("ended")
    expect(getProcessState(earlier, true)).toBe("ended")
    expect(getProcessState({ ...earlier, host: "another" }, true)).toBe("elsewhere")
  })

  it("counts as ended while it is a zombie", async () => {
    // A parent that does not collect its child. The child ends only when its parent is no longer a shell, because a
    // shell might collect it.
    const parentIsTail = `until read -r name </proc/$PPID/comm && [ "$name" = tail ]; do :; done`
    const child = spawn("sh", ["-c", `sh -c '${parentIsTail}' & echo $!; exec tail -f /dev/null`], {
      stdio: ["ignore", "pipe", "ignore"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    const [printed] = await once(child.stdout, "data")
    const pid = Number(String(printed))
    const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8")
    const started = stat().split(") ")[1]?.split(" ")[19]
    while (!stat().includes(") Z ")) await new Promise(setImmediate)
    expect(getProcessState({ ...here, pid, started }, false)).toBe("ended")
  })

  it("is running only if every fact says so, and has ended only if it cannot run", async () => {
    const gone = await ended()
    const absentOr = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(undefined, ...values)
    const recorded: fc.Arbitrary<RecordedProcess> = fc.record({
      host: fc.constantFrom(here.host, "another"),
      pid: fc.constantFrom(here.pid, gone),
      boot: absentOr(here.boot, "another"),
      namespaces: absentOr(here.namespaces, "pid:[1] time:[2]"),
      started: absentOr(here.started, "1")
    })
    const reader = fc.record({
      boot: absentOr(here.boot),
      namespaces: absentOr(here.namespaces)
    })
    fc.assert(
      fc.property(recorded, reader, fc.boolean(), (given, seen, isShared) => {
        const state = getProcessState(given, isShared, { ...here, ...seen })
        const isSystem = given.boot !== undefined && given.boot === seen.boot
        const isSame = isSystem && given.namespaces !== undefined && given.namespaces === seen.namespaces
        const isThis = given.pid === here.pid && given.started === here.started
        if (state === "running") expect(isSame && isThis).toBe(true)
        if (isSame && isThis) expect(state).toBe("running")
        if (state === "ended")
          expect(
            given.boot !== seen.boot
              ? given.boot && seen.boot
              : (isSame && given.started !== here.started) || given.pid === gone
          ).toBeTruthy()
      }),
      runs(500)
    )
  })
})

const canUnshare =
  isLinux && spawnSync("bwrap", ["--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true"]).status === 0

describe.skipIf(!canUnshare)("a log written in other pid namespaces", () => {
  const programs = join(import.meta.dirname, "programs")
  const node = (program: string, ...args: ReadonlyArray<string>) => [
    process.execPath,
    ...["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"],
    ...[join(programs, program), ...args]
  ]
  /** Arguments for a process with its own "/proc", as in a container, or with the outer one. */
  const apart = (proc: "own" | "outer") => [
    ...["--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent"],
    ...(proc === "own" ? ["--proc", "/proc"] : [])
  ]
  const writing = async (command: string, args: ReadonlyArray<string>): Promise<ChildProcess> => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] })
    onTestFinished(() => void child.kill("SIGKILL"))
    await once(child.stdout, "data")
    return child
  }
  const statesIn = async (command: string, args: ReadonlyArray<string>): Promise<unknown> =>
    JSON.parse((await promisify(execFile)(command, args)).stdout)
  const statesOf = async (folder: string) => [
    ...new Set((await pendingCalls(folderSource(folder))).map(({ state }) => state))
  ]

  const folderOf = () => {
    const folder = newFolder()
    mkdirSync(folder)
    return folder
  }

  it.each(["own", "outer"] as const)("has an unknown process state here: their /proc is the %s", async (proc) => {
    const folder = folderOf()
    const child = await writing("bwrap", [...apart(proc), ...node("writer.ts", folder, "w")])
    expect(await statesOf(folder)).toEqual(["elsewhere"])
    child.kill("SIGKILL")
    await once(child, "close")
    expect(await statesOf(folder)).toEqual(["elsewhere"])
  })

  it("has an unknown process state there, with either /proc", async () => {
    const folder = folderOf()
    const [program = "", ...args] = node("writer.ts", folder, "w")
    await writing(program, args)
    expect(await statesOf(folder)).toEqual(["running"])
    for (const proc of ["own", "outer"] as const)
      expect(await statesIn("bwrap", [...apart(proc), ...node("pending.ts", folder)])).toEqual(["elsewhere"])
  })

  it("shows its process as running to readers inside with their own /proc", async () => {
    for (const [proc, state] of [
      ["own", "running"],
      ["outer", "elsewhere"]
    ] as const) {
      const folder = folderOf()
      const quoted = (words: ReadonlyArray<string>) => words.map((word) => `'${word}'`).join(" ")
      const script = `${quoted(node("writer.ts", folder, "w"))} | { read first; ${quoted(node("pending.ts", folder))}; }`
      expect(await statesIn("bwrap", [...apart(proc), "sh", "-c", script])).toEqual([state])
    }
  })
})

it.skipIf(!isLinux)("verifies a log from an earlier boot, and reports its calls as ended", async () => {
  const folder = newFolder()
  mkdirSync(folder)
  const name = "20260101T000000.000Z-00000000000a.ndjson"
  const about = { tool: "t", tool_call_id: "1", session: "s", turn: "t", agent: "a" }
  const because = { layer: "l", rule: "r", source: "s" }
  const at = "2026-01-01T00:00:00.000Z"
  const opened = { ...describeThisProcess(), host: "another", boot: "another" }
  const first = { seq: 1, at, kind: "log.opened", version: 1, segment: name, ...opened, key: "k", after: [] }
  const second = { seq: 2, at, kind: "tool.call.dispatched", ...about, side_effects: "WRITE", sandbox: "host", because }
  const text = (record: object, prev?: string) => sealed(JSON.stringify(record).slice(1, -1), prev)
  const head = text(first)
  writeFileSync(join(folder, name), `${head.line}\n${text(second, head.hash).line}\n`)
  expect(readdirSync(folder)).toEqual([name])
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
  expect(await pendingCalls(folderSource(folder))).toMatchObject([{ state: "unknown", process: opened }])
})

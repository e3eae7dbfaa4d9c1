import { execFile, execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { commandLimits, unlimited } from "@toolgate/core"
import { describe, expect, it, vi } from "vitest"
import { CgroupPlaces } from "../../src/command/CgroupPlaces.ts"
import { killCgroup } from "../../src/command/killCgroup.ts"
import { namespaces } from "../../src/command/Namespaces.ts"
import { namespaceOf } from "../../src/command/processTable.ts"
import { RunCgroup } from "../../src/command/RunCgroup.ts"
import { untilSo } from "../../src/command/untilSo.ts"
import { cgroupsLeft, hasBubblewrap, isRoot, processesWith, sh, start, Workspace } from "./running.ts"
import { newMarker, noneLeft } from "./sixProcesses.ts"

const hasStrace = (() => {
  try {
    execFileSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const { places } = new CgroupPlaces()
const weightIn = (folder: string) => Number(readFileSync(join(folder, weightFile), "utf8"))
const weightFile = places.weight?.kind === "cgroup2" ? "cpu.weight" : "cpu.shares"
const isWeighing = (folder: string) => folder.startsWith(join(places.weight?.folder ?? "", "/"))
const equal = places.weight?.kind === "cgroup2" ? 100 : 1024

/** Runs many processes that a SIGTERM does not end until their time is up, in a gate that is traced: what it asked of the system. */
const traced = async (count: number) => {
  using workspace = new Workspace()
  const marker = newMarker()
  const script = `trap '' TERM; for i in $(seq ${count}); do sleep ${marker} & done; echo ready; wait`
  const program = `
    import { start } from "./test/command/running.ts"
    const grant = { limits: JSON.parse(process.env.LIMITS) }
    const it = start({ command: { argv: ["sh", "-c", ${JSON.stringify(script)}] }, grant, grace: { terminated: 300 } })
    await it.saying("ready")
    it.stop()
    process.exitCode = (await it.ran).error?.why === "Cancelled" ? 0 : 1`
  const trace = workspace.at("trace")
  await promisify(execFile)(
    "strace",
    [
      ...["-f", "--seccomp-bpf", "-s", "200", "-e", "trace=kill,readlink,readlinkat,open,openat", "-o", trace],
      ...[process.execPath, "--conditions=@toolgate/source", "--input-type=module", "--eval", program]
    ],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, LIMITS: JSON.stringify({ ...unlimited(), ...commandLimits }) }
    }
  )
  expect(processesWith(marker)).toEqual([])
  const calls = readFileSync(trace, "utf8").split("\n")
  return { calls, after: calls.slice(calls.findIndex((call) => /kill\(\d+, SIGKILL/.test(call))) }
}

describe.skipIf(!hasBubblewrap || !hasStrace)("killing a confined command of many processes", () => {
  it("asks none twice to end, kills the first of them alone, and looks at no other after that", async () => {
    const { calls, after } = await traced(150)
    const asked = calls.flatMap((call) => /kill\((\d+), SIGTERM/.exec(call)?.[1] ?? [])
    expect(new Set(asked).size).toBe(asked.length)
    const killed = after.flatMap((call) => /kill\((\d+), SIGKILL/.exec(call)?.[1] ?? [])
    // The first, and bubblewrap where it is still there.
    expect([1, 2]).toContain(new Set(killed).size)
    expect(after.filter((call) => call.includes("/ns/pid"))).toEqual([])
    expect(new Set(after.flatMap((call) => /"\/proc\/(\d+)\/stat"/.exec(call)?.[1] ?? [])).size).toBe(1)
    if (places.weight !== undefined) expect(after.join()).toContain(`/${weightFile}"`)
  })
})

describe.skipIf(!hasBubblewrap)("killing a confined command", () => {
  it("leaves nothing of one whose namespaces are only being made", async () => {
    using workspace = new Workspace()
    const fifo = workspace.at(`fifo${newMarker()}`)
    const wrapper = workspace.at("bwrap")
    // It holds bubblewrap up where its child waits for its users, which no end of bubblewrap ends.
    const text = `#!/bin/sh
case "$*" in *--info-fd*) ;; *) exec bwrap "$@" ;; esac
for word; do shift; [ "$word" = --disable-userns ] || set -- "$@" "$word"; done
exec 9<> ${fifo}
exec bwrap --userns-block-fd 9 "$@"
`
    execFileSync("sh", ["-c", 'mkfifo "$0"; printf %s "$1" > "$2"; chmod +x "$2"', fifo, text, wrapper])
    const tree = [{ path: workspace.path, mode: "rw" as const, scope: "tree" as const }]
    const it = start({
      command: { argv: ["sh", "-c", "echo begun"] },
      grant: { access: { files: tree, hosts: [], env: [] } },
      bubblewrap: wrapper,
      grace: { terminated: 100 }
    })
    while (processesWith(workspace.path).length < 2) await new Promise((resolve) => setImmediate(resolve))
    it.stop()
    expect([(await it.ran).error?.why, it.text()]).toEqual(["Cancelled", ""])
    expect(processesWith(workspace.path)).toEqual([])
  })

  it("answers when nothing is left of what a command left behind, also of what holds none of its streams", async () => {
    const marker = newMarker()
    const script = `for i in $(seq 500); do sleep ${marker} < /dev/null > /dev/null 2>&1 & done; echo done`
    expect((await sh(script)).error).toBeUndefined()
    expect(processesWith(marker)).toEqual([])
  })
})

it("lets others have their turns while it looks for the processes of a namespace, and finds them", async () => {
  const marker = newMarker()
  const group = spawn("sh", ["-c", `for i in $(seq 140); do sleep ${marker} & done; wait`], { detached: true })
  while (processesWith(marker).length < 141) await new Promise((resolve) => setImmediate(resolve))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const found: Array<Array<number>> = [[], []]
  const own = namespaceOf(process.pid) ?? 0
  await Promise.all(
    found.map((pids) =>
      namespaces.eachIn(
        own,
        (pid) => pids.push(pid),
        () => false
      )
    )
  )
  isOver = true
  process.kill(-(group.pid ?? 0), "SIGKILL")
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(found[0]?.length).toBeGreaterThanOrEqual(141)
  expect(found[0]).toContain(process.pid)
  expect(found[1]).toEqual(found[0])
  await noneLeft(marker)
})

it("rests longer than it looks", async () => {
  const looks: Array<{ readonly begun: number; readonly ended: number }> = []
  await untilSo(() => {
    const begun = performance.now()
    while (performance.now() < begun + 10);
    looks.push({ begun, ended: performance.now() })
    return looks.length === 3
  })
  for (const [at, { begun, ended }] of looks.slice(0, -1).entries())
    expect((looks[at + 1]?.begun ?? 0) - ended).toBeGreaterThan(ended - begun)
})

describe.skipIf(places.weight === undefined)("the weight of a command among those who want a processor", () => {
  it("is half of one process's where its processes are limited, and it has none of its own elsewhere", async () => {
    const weights = async (limits: object) => {
      const grant = { confinement: "waived" as const, limits: limits as never }
      const it = start({ command: { argv: ["sh", "-c", "echo ready; read end < /dev/zero"] }, grant })
      await it.saying("ready")
      const folders = cgroupsLeft().filter(isWeighing)
      const weights = new Set(folders.map(weightIn))
      it.stop()
      await it.ran
      return [...weights]
    }
    expect(await weights({ processes: 1024 })).toEqual([equal / 2])
    if (places.weight?.kind === "cgroup1") expect(await weights({})).toEqual([])
  })

  it("is raised for it to be gone", async () => {
    const cgroup = new RunCgroup(new CgroupPlaces(), { ...unlimited(), processes: 9 }, true)
    const folder = cgroup.doors.map(dirname).find(isWeighing)
    expect(weightIn(folder ?? "")).toBe(equal / 2)
    cgroup.hurry()
    expect(weightIn(folder ?? "")).toBe(equal * 10)
    await cgroup.remove()
    expect(cgroupsLeft()).toEqual([])
  })
})

describe.skipIf(!isRoot || places.processes === undefined)("killing what is in a cgroup", () => {
  it("signals each process once where the kernel does not do it, and lets no new one start", async () => {
    const marker = newMarker()
    const folder = `${places.processes?.folder}/${new CgroupPlaces().nextName()}`
    mkdirSync(folder)
    // It starts another as soon as one is gone.
    const script = `echo 0 > ${folder}/cgroup.procs; f() { while :; do sleep ${marker}; done; }; for i in 1 2 3 4 5; do f & done; wait`
    spawn("sh", ["-c", script])
    while (processesWith(marker).length < 10) await new Promise((resolve) => setImmediate(resolve))
    const kill = vi.spyOn(process, "kill")
    killCgroup(folder)
    const killed = kill.mock.calls.map(([pid]) => pid)
    kill.mockRestore()
    expect(new Set(killed).size).toBe(killed.length)
    await noneLeft(marker)
    if (places.processes?.kind === "cgroup1") expect(readFileSync(`${folder}/pids.max`, "utf8")).toBe("0\n")
    while (readFileSync(`${folder}/cgroup.procs`, "utf8") !== "") await new Promise((resolve) => setImmediate(resolve))
    rmdirSync(folder)
  })
})

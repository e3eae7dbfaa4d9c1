import { execFile, execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { commandLimits, unlimited } from "@toolgate/core"
import { findProcesses, listLeftCgroups, makeMarker } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { places } from "./places.ts"
import { hasBubblewrap, sh, start, Workspace } from "./running.ts"

const hasStrace = (() => {
  try {
    execFileSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const weightIn = (folder: string) => Number(readFileSync(join(folder, weightFile), "utf8"))
const weightFile = places.weight?.kind === "cgroup2" ? "cpu.weight" : "cpu.shares"
const isWeighing = (folder: string) => folder.startsWith(join(places.weight?.folder ?? "", "/"))
const equal = places.weight?.kind === "cgroup2" ? 100 : 1024

/**
 * Starts many processes that ignore SIGTERM, in a traced gate, and cancels them. Returns the gate's system calls.
 */
const traced = async (count: number) => {
  using workspace = new Workspace()
  const marker = makeMarker()
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
  expect(findProcesses(marker)).toEqual([])
  const calls = readFileSync(trace, "utf8").split("\n")
  return { calls, after: calls.slice(calls.findIndex((call) => /kill\(\d+, SIGKILL/.test(call))) }
}

describe.skipIf(!hasBubblewrap || !hasStrace)("killing a confined command with many processes", () => {
  it("signals each process once, kills only the first process, and then looks at no others", async () => {
    const { calls, after } = await traced(150)
    const asked = calls.flatMap((call) => /kill\((\d+), SIGTERM/.exec(call)?.[1] ?? [])
    expect(new Set(asked).size).toBe(asked.length)
    const killed = after.flatMap((call) => /kill\((\d+), SIGKILL/.exec(call)?.[1] ?? [])
    // The first process, and bubblewrap if it is still there.
    expect([1, 2]).toContain(new Set(killed).size)
    expect(after.filter((call) => call.includes("/ns/pid"))).toEqual([])
    expect(new Set(after.flatMap((call) => /"\/proc\/(\d+)\/stat"/.exec(call)?.[1] ?? [])).size).toBe(1)
    if (places.weight !== undefined) expect(after.join()).toContain(`/${weightFile}"`)
  })
})

describe.skipIf(!hasBubblewrap)("killing a confined command", () => {
  it("leaves no process of a command whose namespaces are still being made", async () => {
    using workspace = new Workspace()
    const fifo = workspace.at(`fifo${makeMarker()}`)
    const wrapper = workspace.at("bwrap")
    // This script delays bubblewrap at the point where its child waits for its user mapping. The child outlives
    // bubblewrap there.
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
    while (findProcesses(workspace.path).length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    it.stop()
    expect([(await it.ran).error?.why, it.text()]).toEqual(["Cancelled", ""])
    expect(findProcesses(workspace.path)).toEqual([])
  })

  it("answers when all processes of a command are gone, including those without its streams", async () => {
    const marker = makeMarker()
    const script = `for i in $(seq 500); do sleep ${marker} < /dev/null > /dev/null 2>&1 & done; echo done`
    expect((await sh(script)).error).toBeUndefined()
    expect(findProcesses(marker)).toEqual([])
  })
})

describe.skipIf(places.weight === undefined)("the processor weight of a command", () => {
  it("is half of a single process's weight if its processes are limited, and unchanged otherwise", async () => {
    const weights = async (limits: object) => {
      const grant = { confinement: "waived" as const, limits: limits as never }
      const it = start({ command: { argv: ["sh", "-c", "echo ready; read end < /dev/zero"] }, grant })
      await it.saying("ready")
      const folders = listLeftCgroups().filter(isWeighing)
      const weights = new Set(folders.map(weightIn))
      it.stop()
      await it.ran
      return [...weights]
    }
    expect(await weights({ processes: 1024 })).toEqual([equal / 2])
    if (places.weight?.kind === "cgroup1") expect(await weights({})).toEqual([])
  })
})

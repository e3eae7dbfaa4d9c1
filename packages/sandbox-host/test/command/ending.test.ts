import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  cancelled,
  cgroupsLeft,
  hasBubblewrap,
  makeSandbox,
  processesWith,
  run,
  sh,
  start,
  textOf,
  Workspace
} from "./running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

/** Six processes, each with another way of not being found; they hold the pipe, and take no notice of a SIGTERM. */
const tree = (marker: string) => `
trap '' TERM
sleep ${marker} &
(sleep ${marker} &)
setsid sleep ${marker} &
nohup setsid sh -c "trap '' TERM HUP; sleep ${marker}; :" &
setsid sh -c "(setsid sh -c \\"trap '' TERM; sleep ${marker}; :\\" &) ; exit" &
env -i setsid /bin/sh -c "trap '' TERM; exec /bin/sleep ${marker}" &
`

let markers = 0
const newMarker = () => `9${process.pid}.${++markers}`

/** When no process with this word is left. Their end is the event; a run that leaves one never gets there. */
const noneLeft = async (marker: string) => {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve))
}

describe.each(confinements)("ending a command whose confinement is %s", (confinement) => {
  const grant = { confinement }
  const grace = { terminated: 100 }

  it("leaves none of six processes when it is cancelled, and keeps what they printed", async () => {
    const marker = newMarker()
    const it = start({ command: { argv: ["sh", "-c", `${tree(marker)} sleep 1; echo ready; wait`] }, grant, grace })
    await it.saying("ready\n")
    expect(processesWith(marker).length).toBeGreaterThanOrEqual(6)
    it.stop()
    const ran = await it.ran
    expect(ran.error).toBe(cancelled)
    expect(textOf(ran)).toContain("ready\n")
    expect(processesWith(marker)).toEqual([])
    expect(cgroupsLeft()).toEqual([])
    expect(ran.enforced.access).toBe(confinement === "required" ? "bubblewrap" : "unconfined")
  })

  it("leaves none of what a program that ended by itself left behind", async () => {
    const marker = newMarker()
    const ran = await sh(`${tree(marker)} echo done`, { grant, grace })
    expect(ran.error).toBeUndefined()
    expect(textOf(ran)).toContain("done\n")
    await noneLeft(marker)
    expect(cgroupsLeft()).toEqual([])
  })

  it("gives it the time to end by itself first", async () => {
    const it = start({
      command: { argv: ["sh", "-c", "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done"] },
      grant
    })
    await it.saying("ready\n")
    it.stop()
    const ran = await it.ran
    expect(textOf(ran)).toMatch(/^ready\n(?:Terminated\n)?bye\n$/)
    expect(ran.error).toBe(cancelled)
    expect(ran.output.metadata).toMatchObject({ exitStatus: 0 })
  })

  it("tells every process of it, and not only the first", async () => {
    using workspace = new Workspace()
    const inner = `setsid sh -c "trap 'echo inner bye >> log; exit' TERM; echo inner ready; while :; do sleep 0.05; done" &`
    const it = start({
      command: { argv: ["sh", "-c", `${inner} trap '' TERM; while [ ! -e log ]; do sleep 0.05; done; cat log`] },
      workspace,
      grant,
      grace: { terminated: 20_000 }
    })
    await it.saying("inner ready\n")
    it.stop()
    expect(textOf(await it.ran)).toContain("inner bye")
  })

  it("ends it when its time is up, and says which limit that was", async () => {
    const marker = newMarker()
    const running = { grant: { ...grant, limits: { wallMs: 300 } as never }, grace }
    const ran = await sh(`echo begun; ${tree(marker)} wait`, running)
    expect(ran.error).toMatchObject({ why: "TimedOut", class: "timeout", details: { wallMs: 300 } })
    expect(ran.error?.message).toBe('Tool "a_tool" exceeded its wall-time limit of 300 ms.')
    expect(ran.enforced).toMatchObject({ wallMs: "timer", reached: ["wallMs"], endedBy: "wallMs" })
    expect(textOf(ran)).toBe("begun\n")
    expect(processesWith(marker)).toEqual([])
  })

  it("holds a tool's own time-out where the grant has none", async () => {
    const ran = await sh("sleep 60", { tool: { timeoutMs: 200 }, grant, grace })
    expect(ran.error?.why).toBe("TimedOut")
  })

  it("runs nothing that was told to stop before it began", async () => {
    using workspace = new Workspace()
    const it = start({ command: { argv: ["sh", "-c", "touch ran"] }, workspace, grant })
    it.stop()
    expect(await it.ran).toMatchObject({ error: cancelled, output: { success: false } })
    expect(existsSync(workspace.at("ran"))).toBe(false)
  })

  it("answers once, with the whole of one outcome, whenever it is cancelled", async () => {
    const sandbox = await makeSandbox({ grace })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.boolean(), async (turns, isLate) => {
        const it = start({ command: { argv: ["sh", "-c", "echo out; exit 0"] }, grant }, sandbox)
        if (isLate) await it.saying("out")
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
        it.stop()
        it.stop()
        const ran = await it.ran
        it.stop()
        expect(it.answers()).toBe(1)
        if (ran.error === undefined) expect([textOf(ran), ran.output.success]).toEqual(["out\n", true])
        else expect([ran.error, ran.output.success]).toEqual([cancelled, false])
      }),
      { numRuns: 40 }
    )
    expect(cgroupsLeft()).toEqual([])
  })
})

describe.skipIf(!hasBubblewrap)("a confined command whose gate is killed", () => {
  it("ends with it, and all that it started", async () => {
    const marker = newMarker()
    const program = `
      import { start } from "./test/command/running.ts"
      const it = start({ command: { argv: ["sh", "-c", process.env.SCRIPT] } })
      await it.saying("ready")
      console.log("ready")
      setInterval(() => {}, 1000)`
    const gate = spawn(process.execPath, ["--conditions=@toolgate/source", "--input-type=module", "--eval", program], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, SCRIPT: `${tree(marker)} sleep 1; echo ready; wait` },
      stdio: ["ignore", "pipe", "inherit"]
    })
    await once(gate.stdout, "data")
    expect(processesWith(marker).length).toBeGreaterThanOrEqual(6)
    gate.kill("SIGKILL")
    await once(gate, "exit")
    await noneLeft(marker)
  })
})

it("answers for a command that cannot be ended, and says so in the log", async () => {
  // Nothing here is beyond a SIGKILL: the patience is shorter than the grace instead.
  const it = start({
    command: { argv: ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done"] },
    grant: { confinement: "waived" },
    grace: { terminated: 400, abandoned: 50 }
  })
  await it.saying("ready")
  it.stop()
  const ran = await it.ran
  expect([ran.error, textOf(ran)]).toEqual([cancelled, "ready\n"])
})

it("prefers a function where a tool has both", async () => {
  const make = () => ({ execute: () => "function" })
  const command = {
    kind: "command" as const,
    argv: ["echo", "command"],
    input: "stdin" as const,
    output: "text" as const
  }
  const ran = await run({ tool: { implementations: [command, { kind: "function", make, stateless: true }] } })
  expect(textOf(ran)).toBe("function")
})

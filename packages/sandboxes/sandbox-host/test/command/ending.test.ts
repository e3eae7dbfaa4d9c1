import { existsSync } from "node:fs"
import type { Ran } from "@toolgate/core"
import { findProcesses, makeMarker, makeSixProcesses } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { cancelled, hasBubblewrap, run, sh, start, textOf, Workspace } from "./running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("ending a command with confinement %s", (confinement) => {
  const grant = { confinement }
  const grace = { terminated: 100 }

  it("first gets time to end voluntarily", async () => {
    const it = start({
      command: {
        argv: ["sh", "-c", "exec 2> /dev/null; trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done"]
      },
      grant
    })
    await it.saying("ready\n")
    it.stop()
    const ran = await it.ran
    expect(textOf(ran)).toBe("ready\nbye\n")
    expect(ran.error).toBe(cancelled)
    expect(ran.output.metadata).toMatchObject({ exitStatus: 0 })
  })

  it("signals every process, not only the first", async () => {
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

  it("gives its child processes the same time, even after its own end", async () => {
    const inner = "trap 'sleep 0.3; echo cleared up; exit' TERM; echo ready; while :; do sleep 0.05; done"
    // The inner shell ends at the first signal. Without a signal, the outer shell continues with the next command.
    const it = start({ command: { argv: ["sh", "-c", `sh -c "${inner}"; echo next`] }, grant })
    await it.saying("ready\n")
    it.stop()
    const ran = await it.ran
    expect([textOf(ran).replaceAll("Terminated\n", ""), ran.error]).toEqual(["ready\ncleared up\n", cancelled])
  })

  it("ends it when its time is up, and names the limit", async () => {
    const marker = makeMarker()
    const script = `echo begun; ${makeSixProcesses(marker)} wait`
    // On a busy machine, the program may take more than a second to begin.
    const ended = async (seconds: number): Promise<{ readonly ran: Ran; readonly seconds: number }> => {
      const ran = await sh(script, { grant: { ...grant, limits: { wallMs: seconds * 1000 } as never }, grace })
      return textOf(ran) === "" ? ended(seconds * 2) : { ran, seconds }
    }
    const { ran, seconds } = await ended(1)
    expect(ran.error).toMatchObject({ why: "TimedOut", class: "timeout", details: { wallMs: seconds * 1000 } })
    expect(ran.error?.message).toBe(`Tool "a_tool" exceeded its wall-time limit of ${seconds} s.`)
    expect(ran.enforced).toMatchObject({ wallMs: "timer", reached: ["wallMs"], endedBy: "wallMs" })
    expect(textOf(ran)).toBe("begun\n")
    expect(findProcesses(marker)).toEqual([])
  })

  it("applies the tool's own time-out if the grant has no limit", async () => {
    const ran = await sh("sleep 60", { tool: { timeoutMs: 200 }, grant, grace })
    expect(ran.error?.why).toBe("TimedOut")
  })

  it("is not run if it was stopped before it began", async () => {
    using workspace = new Workspace()
    const it = start({ command: { argv: ["sh", "-c", "touch ran"] }, workspace, grant })
    it.stop()
    expect(await it.ran).toMatchObject({ error: cancelled, output: { success: false } })
    expect(existsSync(workspace.at("ran"))).toBe(false)
  })
})

it("answers a call whose command cannot be ended, and logs it", async () => {
  const marker = makeMarker()
  // Every process here ends on SIGKILL, so the patience is shorter than the grace instead.
  const it = start({
    command: { argv: ["sh", "-c", `trap '' TERM; echo ready; sleep ${marker}; wait`] },
    grant: { confinement: "waived" },
    grace: { terminated: 400, abandoned: 50 }
  })
  await it.saying("ready")
  it.stop()
  const ran = await it.ran
  expect([ran.error, textOf(ran)]).toEqual([cancelled, "ready\n"])
  // The processes end eventually, after the answer.
  while (findProcesses(marker).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
})

it("prefers the function of a tool with both implementations", async () => {
  const make = () => ({ execute: () => "function" })
  const command = {
    kind: "command" as const,
    argv: ["echo", "command"],
    input: "stdin" as const,
    output: "text" as const,
    env: {},
    folder: undefined
  }
  const ran = await run({ tool: { implementations: [command, { kind: "function", make, stateless: true }] } })
  expect(textOf(ran)).toBe("function")
})

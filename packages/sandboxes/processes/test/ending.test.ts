import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { findProcesses, listLeftCgroups, makeMarker, makeSixProcesses, waitUntilNoneLeft } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { hasBubblewrap } from "./machine.ts"
import { allOf, confinements, lineOf, processes, sh, specOf } from "./starting.ts"

describe.each(confinements)("ending a program with confinement %s", (confinement) => {
  it("first gets time to end voluntarily", async () => {
    const it = await sh("trap 'echo bye >&3; exit 7' TERM; echo ready >&3; while :; do sleep 0.05; done", {
      confinement
    })
    await lineOf(it.channel)
    it.stop(20_000)
    expect(await allOf(it.channel)).toBe("bye\n")
    expect(await it.ended).toMatchObject({ status: 7, exceeded: undefined })
  })

  it("kills all of six processes that ignore SIGTERM", async () => {
    const marker = makeMarker()
    const it = await sh(`${makeSixProcesses(marker)} sleep 1; echo ready >&3; wait`, { confinement })
    await lineOf(it.channel)
    expect(findProcesses(marker).length).toBeGreaterThanOrEqual(6)
    it.stop(100)
    expect(await it.ended).toMatchObject({ signal: "SIGKILL" })
    expect(findProcesses(marker)).toEqual([])
    expect(listLeftCgroups()).toEqual([])
  })

  it("applies the shorter of two graces", async () => {
    const it = await sh("trap '' TERM; echo ready >&3; while :; do sleep 0.05; done", { confinement })
    await lineOf(it.channel)
    it.stop(1_000_000)
    it.stop(10)
    it.stop(1_000_000)
    await it.ended
  })

  it("also ends its child processes, including those that it left behind or gave its channel", async () => {
    const marker = makeMarker()
    const it = await sh(`${makeSixProcesses(marker)} echo done >&3; exit 4`, { confinement })
    expect(await it.ended).toMatchObject({ status: 4, signal: null })
    expect(findProcesses(marker)).toEqual([])
    expect(await allOf(it.channel)).toBe("done\n")
    expect(listLeftCgroups()).toEqual([])
  })

  it("leaves nothing of a start that is interrupted at any moment", async () => {
    const marker = makeMarker()
    const { start } = await processes()
    for (let turns = 0; turns < 40; turns += 2) {
      const words = ["sh", "-c", `sleep ${marker}; :`] as const
      const fiber = Effect.runFork(start(specOf({ confinement, words, limits: { processes: 10 } })))
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      await Effect.runPromise(Fiber.interrupt(fiber))
      // A program that had begun by then was returned by the start.
      const exit = await Effect.runPromise(Fiber.await(fiber))
      if (Exit.isSuccess(exit)) {
        exit.value.stop(0)
        await exit.value.ended
      }
      expect([findProcesses(marker), listLeftCgroups()]).toEqual([[], []])
    }
  })

  it("happens when the scope that started it ends", async () => {
    const marker = makeMarker()
    const scope = Effect.runSync(Scope.make())
    const { start } = await processes(undefined, scope)
    const words = ["sh", "-c", `echo ready >&3; exec sleep ${marker}`] as const
    const it = await Effect.runPromise(start(specOf({ confinement, words })))
    await lineOf(it.channel)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(findProcesses(marker)).toEqual([])
    await it.ended
  })
})

describe.skipIf(!hasBubblewrap)("a confined program whose gate is killed", () => {
  it("ends with the gate, and so does everything that it started", async () => {
    const marker = makeMarker()
    const program = `
      import { lineOf, sh } from "./test/starting.ts"
      const it = await sh(process.env.SCRIPT, { confinement: "bubblewrap" })
      await lineOf(it.channel)
      console.log("ready")
      setInterval(() => {}, 1000)`
    const gate = spawn(process.execPath, ["--conditions=@toolgate/source", "--input-type=module", "--eval", program], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, SCRIPT: `${makeSixProcesses(marker)} sleep 1; echo ready >&3; wait` },
      stdio: ["ignore", "pipe", "inherit"]
    })
    await once(gate.stdout, "data")
    expect(findProcesses(marker).length).toBeGreaterThanOrEqual(6)
    gate.kill("SIGKILL")
    await once(gate, "exit")
    await waitUntilNoneLeft(marker)
  })
})

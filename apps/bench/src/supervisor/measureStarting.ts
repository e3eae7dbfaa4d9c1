import { spawnSync } from "node:child_process"
import type { Case, Family } from "../Case.ts"
import type { Caller } from "./Orders.ts"
import { openSupervisor } from "./openSupervisor.ts"
import { startBareEcho } from "./startBareEcho.ts"

/** Measures starting a program, until its first call after reading hello. */
export const measureStarting = async (): Promise<Family> => {
  const supervisor = await openSupervisor()
  const running: Array<Caller> = []
  const stopAll = async () => {
    await Promise.all(running.splice(0).map((caller) => caller.close()))
  }
  const started = (name: string, start: () => Promise<Caller>): Case => ({
    name,
    prepare: stopAll,
    run: async () => {
      running.push(await start())
    },
    times: 1,
    rounds: 20
  })
  const names = { bare: "a plain spawn of Node", unconfined: "a runner", confined: "a confined runner" }
  const canConfine = spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0
  return {
    name: "supervisor.start",
    title: "Starting a runner of Node, until its first call",
    cases: [
      started(names.bare, () => startBareEcho("each line")),
      started(names.unconfined, () => supervisor.start()),
      ...(canConfine ? [started(names.confined, () => supervisor.start(undefined, "confined"))] : [])
    ],
    figures: (measured) => [
      measured.figure(names.bare),
      measured.figure(names.unconfined, names.bare),
      ...(canConfine ? [measured.figure(names.confined, names.bare)] : [])
    ],
    notes: () => (canConfine ? [] : ["Without bubblewrap there is no confined runner to start."]),
    close: async () => {
      await stopAll()
      await supervisor.close()
    }
  }
}

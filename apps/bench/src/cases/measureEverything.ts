import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, openEffectDoor, openEnginePromiseDoor, openUserDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import { wholeCall } from "../targets.ts"
import { echoWork } from "../work.ts"

/** Measures the whole lifecycle with every feature on, through every door. */
export const measureEverything = async (): Promise<Family> => {
  const kinds = ["async", "sync"] as const
  const tools = kinds.map((kind) => echo(kind, kind))
  const inner = createEngineGate(tools)
  const outer = createUserGate(tools)
  const unread = createUserGate(tools, { read: false })
  const doors = [openEffectDoor(inner), openEnginePromiseDoor(inner), openUserDoor(outer)]
  const nameOf = (door: Door, kind: string) => `${door.name}, ${kind} handler`
  const unreadDoor = { ...openUserDoor(unread), name: "createToolgate without a subscriber" }
  return {
    name: "everything",
    title: "The whole lifecycle, everything on",
    apart: true,
    cases: [...doors, unreadDoor].flatMap((door) =>
      kinds.map((kind): Case => ({ name: nameOf(door, kind), run: (times) => door.call(times, echoWork(kind)) }))
    ),
    figures: (measured) => [
      ...kinds.flatMap((kind) => doors.map((door) => measured.figure(nameOf(door, kind), L[kind], wholeCall[kind]))),
      ...kinds.map((kind) => measured.figure(nameOf(unreadDoor, kind), L[kind]))
    ],
    notes: () => [
      "Everything on: a gate hook and a start hook, look-up, copy and validation, resources, HostPolicy, a place in the session and in the process, the time limit, two events for each call, and a subscriber that reads all of them before the batch ends."
    ],
    close: async () => {
      for (const gate of [inner, outer, unread]) await gate.close()
    }
  }
}

import type { Case, Family } from "../Case.ts"
import { type Door, openEffectDoor, openUserDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import type { Scale } from "../Scale.ts"
import { flat, waitingCall } from "../targets.ts"
import { echoWork } from "../work.ts"

const callers = 100

/** Measures one and a hundred callers, and thousands of calls that wait for four slots. */
export const measureCallerCount = async ({ waiting }: Scale): Promise<Family> => {
  const tools = [echo("echo", "async")]
  const inner = createEngineGate(tools)
  const outer = createUserGate(tools)
  const doors = [openEffectDoor(inner), openUserDoor(outer)]
  const one = echoWork()
  const sessions = Array.from({ length: callers }, (_, caller) => `session_${caller}`)
  const burst = { times: waiting, rounds: 20 }
  const makers: ReadonlyArray<readonly [string, (door: Door) => Omit<Case, "name">]> = [
    ["1 caller", (door) => ({ run: (times) => door.call(times, one) })],
    [
      `${callers} callers with a session each`,
      (door) => ({ multipleOf: callers, run: (times) => door.call(times, { ...one, sessions }, callers) })
    ],
    [
      `${callers} callers in one session`,
      (door) => ({ multipleOf: callers, run: (times) => door.call(times, one, callers) })
    ],
    ["4 callers on 4 places", (door) => ({ ...burst, run: (times) => door.call(times, one, 4) })],
    [`${waiting} waiting for 4 places`, (door) => ({ ...burst, run: (times) => door.call(times, one, times) })]
  ]
  const [alone = "", apart = "", together = "", four = "", all = ""] = makers.map(([what]) => what)
  const nameOf = (door: Door, what: string) => `${door.name}, ${what}`
  const users = openUserDoor(outer)
  const withSignal: Case = {
    ...burst,
    name: nameOf(users, `${all}, with one signal`),
    run: (times) => users.call(times, { ...one, signal: new AbortController().signal }, times)
  }
  return {
    name: "callers",
    title: "Callers at once",
    apart: true,
    cases: [
      ...doors.flatMap((door) => makers.map(([what, make]): Case => ({ name: nameOf(door, what), ...make(door) }))),
      withSignal
    ],
    figures: (measured) => [
      ...doors.flatMap((door) => [
        measured.figure(nameOf(door, alone)),
        measured.figure(nameOf(door, apart), nameOf(door, alone)),
        measured.figure(nameOf(door, together), nameOf(door, alone)),
        measured.figure(nameOf(door, four), nameOf(door, alone)),
        measured.figure(nameOf(door, all), nameOf(door, four), waitingCall)
      ]),
      measured.figure(withSignal.name, nameOf(users, all), flat)
    ],
    notes: () => [
      `All ${waiting} calls are made before the first is answered, each by a caller of its own. With ${callers} sessions, 64 calls run at once and 36 wait.`
    ],
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

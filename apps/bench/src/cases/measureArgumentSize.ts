import { assertAllRight } from "../assertAllRight.ts"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, openEffectDoor, openUserDoor, type Work } from "../doors.ts"
import { echo } from "../echo.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import { flat } from "../targets.ts"
import { echoWork } from "../work.ts"

/** Measures calls with a string of 1 KB or 1 MB in their arguments, as a value and as JSON text. */
export const measureArgumentSize = async (): Promise<Family> => {
  const tools = [echo("echo", "async")]
  const inner = createEngineGate(tools)
  const outer = createUserGate(tools)
  const doors = [openEffectDoor(inner), openUserDoor(outer)]
  const small = "x".repeat(1024)
  const large = "x".repeat(1024 * 1024)
  const json = JSON.stringify({ text: large })
  const ofValue = (given: string): Work => ({ ...echoWork(), args: () => ({ args: { text: given } }) })
  const works: Record<string, Work> = {
    "1 KB": ofValue(small),
    "1 MB": ofValue(large),
    "1 MB of JSON text": { ...echoWork(), args: () => ({ argsText: json }) }
  }
  const nameOf = (door: Door, size: string) => `${door.name}, ${size}`
  const parse = "JSON.parse of 1 MB of JSON text"
  return {
    name: "arguments",
    title: "1 KB and 1 MB of arguments",
    apart: true,
    cases: [
      ...doors.flatMap((door) =>
        Object.entries(works).map(
          ([size, work]): Case => ({ name: nameOf(door, size), run: (times) => door.call(times, work) })
        )
      ),
      { name: parse, run: async (times) => parseAgain(json, large, times) }
    ],
    figures: (measured) => [
      ...doors.flatMap((door) => [
        measured.figure(nameOf(door, "1 KB"), L.async),
        measured.figure(nameOf(door, "1 MB"), nameOf(door, "1 KB"), flat)
      ]),
      measured.figure(parse),
      ...doors.map((door) => measured.figure(nameOf(door, "1 MB of JSON text"), parse))
    ],
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

const parseAgain = (json: string, expected: string, times: number) => {
  let right = 0
  for (let time = 0; time < times; time++) {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed === "object" && parsed !== null && "text" in parsed && parsed.text === expected) right++
  }
  assertAllRight(right, times)
}

import { setImmediate } from "node:timers/promises"
import { type Door, openEffectDoor, openUserDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import type { Figure } from "../Figure.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import type { Scale } from "../Scale.ts"
import { summarize } from "../statistics.ts"
import { heapBytes } from "../targets.ts"
import { echoWork } from "../work.ts"

/** The number of calls in a portion. Each portion has new sessions if there are several. */
const portion = 1000

/** Measures the heap after very many calls, once, in one session and in a session per call. */
export const measureHeap = async ({ heapCalls, judged }: Scale): Promise<ReadonlyArray<Figure>> => {
  const collect = globalThis.gc
  if (collect === undefined) throw new Error('The heap is measured with "--expose-gc".')
  // Several collections are needed for objects with finalizers. A quick run needs only an estimate.
  const heapNow = () => heapAfter(collect, judged ? 4 : 1)
  const tools = [echo("echo", "async")]
  const inner = createEngineGate(tools)
  const outer = createUserGate(tools)
  const figures: Array<Figure> = []
  for (const door of [openEffectDoor(inner), openUserDoor(outer)])
    for (const several of [false, true]) {
      const calls = callsIn(door, several)
      await calls(heapCalls / 10)
      const before = await heapNow()
      await calls(heapCalls)
      const after = await heapNow()
      figures.push({
        name: `${door.name}, after ${heapCalls} calls in ${several ? "as many sessions" : "one session"}`,
        value: summarize([after - before]),
        unit: "bytes",
        atMost: heapBytes
      })
    }
  await inner.close()
  await outer.close()
  return figures
}

/** Returns the size of the heap in bytes after this many collections. */
const heapAfter = async (collect: NonNullable<typeof globalThis.gc>, times: number): Promise<number> => {
  for (let time = 0; time < times; time++) {
    await collect()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}

const callsIn = (door: Door, several: boolean) => {
  const work = echoWork()
  let made = 0
  return async (times: number) => {
    for (let done = 0; done < times; done += portion) {
      if (!several) await door.call(portion, work)
      else
        await door.call(
          portion,
          { ...work, sessions: Array.from({ length: portion }, () => `session_${made++}`) },
          portion
        )
    }
  }
}

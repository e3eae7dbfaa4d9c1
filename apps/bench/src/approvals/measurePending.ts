import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { decide, openAsking } from "./openAsking.ts"

/** Measures a SQLite store with many undecided requests, compared with few. */
export const measurePending = async ({ waiting }: Scale): Promise<Family> => {
  const few = await openPending(1)
  const many = await openPending(waiting)
  const names = {
    listed: `listing ${waiting} requests`,
    iterated: `the first of ${waiting}, of an iterator`,
    deferred: `deferring a call, ${waiting} pending`,
    decided: `deciding a request, ${waiting} pending`
  }
  const fewNames = { deferred: "deferring a call, few pending", decided: "deciding a request, few pending" }
  const once: ReadonlyArray<Case> = [
    {
      name: names.listed,
      run: async (times) => {
        for (let n = 0; n < times; n++)
          if ((await many.gate.approvals.list()).length < waiting) throw new Error("A request is missing.")
      },
      rounds: 10
    },
    {
      name: names.iterated,
      run: async (times) => {
        for (let n = 0; n < times; n++) for await (const _ of many.gate.approvals) break
      },
      rounds: 10
    }
  ]
  return {
    name: "approvals.pending",
    title: "Requests that nobody has decided, in SQLite",
    cases: [...once, ...many.casesOf(names), ...few.casesOf(fewNames)],
    figures: (measured) => [
      measured.figure(names.listed),
      measured.figure(names.iterated),
      measured.figure(fewNames.deferred),
      measured.figure(names.deferred, fewNames.deferred),
      measured.figure(fewNames.decided),
      measured.figure(names.decided, fewNames.decided)
    ],
    close: async () => {
      await few.close()
      await many.close()
    }
  }
}

/** The number of requests that a batch defers or decides. */
const batch = 10

const openPending = async (most: number) => {
  const { gate, defer, close } = await openAsking("file")
  for (let made = 0; made < most; made += 100)
    await Promise.all(Array.from({ length: Math.min(100, most - made) }, defer))
  let open: Array<string> = []
  const deferBatch = async () => {
    open.push(...(await Promise.all(Array.from({ length: batch }, defer))))
  }
  const decideAll = async () => {
    const decided = open
    open = []
    for (const id of decided) await decide(gate, id, "deny")
  }
  // Each batch leaves as many requests as it found.
  const casesOf = (names: { readonly deferred: string; readonly decided: string }): ReadonlyArray<Case> => [
    {
      name: names.deferred,
      times: batch,
      prepare: decideAll,
      run: async (times) => {
        for (let n = 0; n < times; n++) open.push(await defer())
      }
    },
    {
      name: names.decided,
      times: batch,
      prepare: async () => {
        await decideAll()
        await deferBatch()
      },
      run: decideAll
    }
  ]
  return { gate, casesOf, close }
}

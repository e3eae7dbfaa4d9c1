import { PendingApprovals, type QuestionFilter } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { partsOf } from "toolgate/effect"
import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { openAsking } from "./openAsking.ts"

/** Measures pages of the undecided requests, where there are many and where there are ten. */
export const measurePages = async ({ waiting }: Scale): Promise<Family> => {
  const opened = await Promise.all([openPages("In memory", "memory", waiting), openPages("SQLite", "file", waiting)])
  return {
    name: "approvals.pages",
    title: `Pages of ${waiting} requests that nobody has decided`,
    cases: opened.flatMap(({ cases }) => cases),
    figures: (measured) =>
      opened.flatMap(({ names: { few, first, middle, ten } }) => [
        measured.figure(few),
        measured.figure(ten, few),
        measured.figure(first, few),
        measured.figure(middle, few)
      ]),
    close: async () => {
      for (const { close } of opened) await close()
    }
  }
}

const openPages = async (kind: string, at: "memory" | "file", waiting: number) => {
  const few = await openPending(at, 10)
  const many = await openPending(at, waiting)
  const names = {
    few: `${kind}: a page of 50, ten pending`,
    ten: `${kind}: a page of 10, ${waiting} pending`,
    first: `${kind}: a page of 50, ${waiting} pending`,
    middle: `${kind}: a page of 50 in the middle`
  }
  const middle = many.ids[Math.floor(many.ids.length / 2)]
  const cases: ReadonlyArray<Case> = [
    few.pageCase(names.few, 10, { limit: 50 }),
    many.pageCase(names.ten, 10, { limit: 10 }),
    many.pageCase(names.first, 50, { limit: 50 }),
    many.pageCase(names.middle, 50, { limit: 50, after: middle })
  ]
  const close = async () => {
    await few.close()
    await many.close()
  }
  return { names, cases, close }
}

const openPending = async (at: "memory" | "file", most: number) => {
  const { gate, defer, close } = await openAsking(at)
  const ids: Array<string> = []
  for (let made = 0; made < most; made += 100)
    ids.push(...(await Promise.all(Array.from({ length: Math.min(100, most - made) }, defer))))
  const { list } = Context.get(partsOf(gate).services, PendingApprovals)
  const pageCase = (name: string, expected: number, filter: QuestionFilter): Case => ({
    name,
    run: async (times) => {
      for (let n = 0; n < times; n++)
        if ((await Effect.runPromise(list(filter))).length !== expected) throw new Error("A request is missing.")
    }
  })
  return { ids, pageCase, close }
}

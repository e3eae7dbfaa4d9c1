import { deepEqual, equal, ok } from "node:assert/strict"
import type { AuditStore, JsonObject } from "@toolgate/core"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** A stored record, with its outcome if there is one. */
export interface StoredRecord {
  /** The appended members, and any that the store added. */
  readonly record: JsonObject
  readonly outcome?: JsonObject | undefined
}

/** A new store and a reader of its records. */
export interface OpenAuditStore {
  readonly store: AuditStore
  /** Returns the stored records in order, each outcome with its intent. A closed store returns all records. */
  readonly records: () => Promise<ReadonlyArray<StoredRecord>>
}

/**
 * The contract suite of `AuditStore`: an intent is reported once, after it and all earlier records are stored; records
 * stay in order, each outcome with its intent; and closing the store loses nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { AuditStore, JsonObject } from "@toolgate/core"
 * import { testAuditStore } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testAuditStore({ describe, it }, async () => {
 *   const rows: Array<{ record: JsonObject; outcome?: JsonObject }> = []
 *   const read = (text: string): JsonObject => JSON.parse(`{"at":"${new Date().toISOString()}",${text}}`)
 *   const put = (text: string) => rows[rows.push({ record: read(text) }) - 1] as (typeof rows)[number]
 *   const store: AuditStore<(typeof rows)[number]> = {
 *     flows: true,
 *     intend: (text, _about, _durable, kept) => {
 *       setImmediate(() => kept?.(true))
 *       return put(text)
 *     },
 *     complete: (row, outcome) => void Object.assign(row, { outcome: read(outcome) }),
 *     append: put,
 *     whenKept: (kept) => void setImmediate(() => kept(true)),
 *     countRefused: () => false,
 *     close: async () => {}
 *   }
 *   return { store, records: async () => rows }
 * })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testAuditStore = (suite: SuiteFunctions, open: () => Promise<OpenAuditStore>): void => {
  const using = async (use: (opened: OpenAuditStore) => Promise<void> | void): Promise<ReadonlyArray<StoredRecord>> => {
    const opened = await open()
    try {
      await use(opened)
    } finally {
      await opened.store.close()
    }
    return opened.records()
  }

  suite.describe("an audit store", () => {
    suite.it("confirms an intent once it is stored", async () => {
      await using(async ({ store, records }) => {
        for (const [at, durable] of [true, false, true].entries()) {
          ok(await kept(store, `${at}`, durable).answer)
          deepEqual(idsOf(await records()), ["0", "1", "2"].slice(0, at + 1))
        }
      })
    })

    suite.it("confirms each record once, with any number of concurrent records", async () => {
      const told = new Map<string, number>()
      const stored = await using(({ store }) =>
        Promise.all(
          ids.map(async (id, at) => {
            ok(await kept(store, id, at % 2 === 0, () => told.set(id, (told.get(id) ?? 0) + 1)).answer)
          })
        ).then(() => {})
      )
      deepEqual(idsOf(stored), ids)
      deepEqual([...told.values()], Array(ids.length).fill(1))
    })

    suite.it("keeps records in order of arrival, with or without waiting", async () => {
      const stored = await using(async ({ store }) => {
        const waited: Array<Promise<boolean>> = []
        for (const [at, id] of ids.entries()) {
          if (at % 3 === 0) waited.push(kept(store, id, true).answer)
          else if (at % 3 === 1) store.append(textOf(id))
          else store.intend(textOf(id), about, false)
          if (at % 7 === 0) await turn()
        }
        await Promise.all(waited)
      })
      deepEqual(idsOf(stored), ids)
    })

    suite.it("stores each outcome with its intent, in any order", async () => {
      const stored = await using(async ({ store }) => {
        const intents: Array<{ readonly id: string; readonly intent: unknown }> = []
        for (const [at, id] of ids.entries()) {
          const { intent, answer } = at % 2 === 0 ? kept(store, id, true) : unwaited(store, id)
          intents.push({ id, intent })
          if (at % 5 === 0) await answer
        }
        for (const { id, intent } of intents.toReversed()) {
          store.complete(intent, textOf(`end of ${id}`))
          if (id.length % 2 === 0) await turn()
        }
      })
      deepEqual(
        stored.map(({ record, outcome }) => [record.id, outcome?.id]),
        ids.map((id) => [id, `end of ${id}`])
      )
    })

    suite.it("keeps an intent without an outcome", async () => {
      const stored = await using(async ({ store }) => {
        await kept(store, "open", true).answer
        store.complete(unwaited(store, "ended").intent, textOf("end"))
      })
      deepEqual(
        stored.map(({ record, outcome }) => [record.id, outcome?.id]),
        [
          ["open", undefined],
          ["ended", "end"]
        ]
      )
    })

    suite.it("confirms earlier records once they are stored", async () => {
      await using(async ({ store, records }) => {
        const { intent } = unwaited(store, "ended")
        const open = unwaited(store, "open")
        store.complete(intent, textOf("end"))
        store.append(textOf("refused"))
        equal(await keptBefore(store), true)
        const stored = await records()
        deepEqual(idsOf(stored), ["ended", "open", "refused"])
        equal(stored[0]?.outcome?.id, "end")
        store.complete(open.intent, textOf("end of open"))
        equal(await keptBefore(store), true)
        equal((await records())[1]?.outcome?.id, "end of open")
        // No record came in between.
        deepEqual(await Promise.all([keptBefore(store), keptBefore(store)]), [true, true])
        equal((await records()).length, 3)
      })
    })

    suite.it("changes nothing in a record, and adds the time", async () => {
      const members = { id: 'é "\n\u2028 \\', nested: { list: [1, null, { a: true }] } }
      const before = new Date().toISOString()
      const [stored] = await using(({ store }) => store.append(JSON.stringify(members).slice(1, -1)))
      const { id, nested, at } = stored?.record ?? {}
      deepEqual({ id, nested }, members)
      ok(typeof at === "string" && at >= before && at <= new Date().toISOString())
    })

    suite.it("counts only calls with an intent that it did not store", async () => {
      await using(async ({ store }) => {
        const { intent, answer } = kept(store, "a", true)
        ok(await answer)
        equal(store.countRefused(intent), false)
      })
    })

    suite.it("stores nothing more after it is closed, reports that, and breaks nothing", async () => {
      const opened = await open()
      const { intent, answer } = kept(opened.store, "before", true)
      ok(await answer)
      await opened.store.close()
      const after = kept(opened.store, "after", true)
      equal(await after.answer, false)
      equal(await keptBefore(opened.store), false)
      equal(opened.store.countRefused(after.intent), true)
      opened.store.complete(intent, textOf("too late"))
      opened.store.append(textOf("later"))
      await turn()
      deepEqual(idsOf(await opened.records()), ["before"])
    })
  })
}

const ids = Array.from({ length: 60 }, (_, at) => `record ${at}`)

const textOf = (id: string): string => `"id":${JSON.stringify(id)}`

const about = '"tool":"a_tool"'

/** Appends the intent of a call. `answer` settles when the store reports whether the intent is stored. */
const kept = (store: AuditStore, id: string, durable: boolean, told: () => void = () => {}) => {
  let intent: unknown
  const answer = new Promise<boolean>((resolve) => {
    intent = store.intend(textOf(id), about, durable, (isKept) => {
      told()
      resolve(isKept === true)
    })
  })
  return { intent, answer }
}

/** Appends the intent of a call that does not wait. */
const unwaited = (store: AuditStore, id: string) => ({
  intent: store.intend(textOf(id), about, false),
  answer: Promise.resolve(true)
})

/** Resolves to whether all earlier records are stored. */
const keptBefore = (store: AuditStore): Promise<boolean> => new Promise((resolve) => store.whenKept(resolve))

const idsOf = (stored: ReadonlyArray<StoredRecord>) => stored.map(({ record }) => record.id)

const turn = () => new Promise((resolve) => setImmediate(resolve))

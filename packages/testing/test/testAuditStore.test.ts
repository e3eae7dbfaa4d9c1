import type { AuditStore, JsonObject } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { type OpenAuditStore, testAuditStore } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

interface Row {
  readonly record: JsonObject
  outcome?: JsonObject
}

/** The parts of a store in memory, which stores everything at the end of a turn. */
const sound = {
  members: (text: string): JsonObject => JSON.parse(`{"at":"${new Date().toISOString()}",${text}}`),
  put: (rows: Array<Row>, row: Row): unknown => rows.push(row),
  tell: (kept: (isKept: boolean) => void, isKept: boolean) => kept(isKept),
  tellsAtOnce: false,
  whenKept: (wait: () => void, _kept: (isKept: boolean) => void): void => wait(),
  pair: (intent: Row, _rows: ReadonlyArray<Row>): Row => intent,
  flushes: true
}

const storeOf =
  (change: Partial<typeof sound> = {}) =>
  async (): Promise<OpenAuditStore> => {
    const { members, put, tell, tellsAtOnce, whenKept, pair, flushes } = { ...sound, ...change }
    const rows: Array<Row> = []
    let waiting: Array<() => void> = []
    let isClosed = false
    const flush = () => {
      for (const write of waiting.splice(0)) write()
    }
    const add = (row: Row, kept?: (isKept: boolean) => void) => {
      if (isClosed) return kept?.(false)
      if (tellsAtOnce && kept !== undefined) tell(kept, true)
      waiting.push(() => {
        put(rows, row)
        if (!tellsAtOnce && kept !== undefined) tell(kept, true)
      })
      setImmediate(flush)
    }
    const store: AuditStore<Row> = {
      flows: true,
      intend: (text, _about, _durable, kept) => {
        const row = { record: members(text) }
        add(row, kept)
        return row
      },
      complete: (intent, outcome) => {
        if (!isClosed) pair(intent, rows).outcome = members(outcome)
      },
      append: (text) => add({ record: members(text) }),
      whenKept: (kept) =>
        whenKept(() => {
          if (isClosed) kept(false)
          else waiting.push(() => kept(true))
          setImmediate(flush)
        }, kept),
      countRefused: (intent) => !rows.includes(intent),
      close: async () => {
        if (flushes) flush()
        else waiting = []
        isClosed = true
      }
    }
    return { store, records: async () => [...rows] }
  }

describe("a store in memory", () => testAuditStore({ describe, it }, storeOf()))

it.each([
  ["says that a record is kept before it is", { tellsAtOnce: true }],
  ["says it twice", { tell: (kept, isKept) => [kept(isKept), kept(isKept)] }],
  ["says too early that what came before is kept", { whenKept: (_wait, kept) => kept(true) }],
  ["keeps the last first", { put: (rows, row) => rows.unshift(row) }],
  ["takes an outcome for that of the last intent", { pair: (intent, rows) => rows.at(-1) ?? intent }],
  ["loses what waits when it is closed", { flushes: false }],
  ["knows no time", { members: (text) => JSON.parse(`{${text}}`) }],
  ["changes what it is given", { members: (text) => sound.members(text.replaceAll("é", "e")) }]
] satisfies ReadonlyArray<readonly [string, Partial<typeof sound>]>)(
  "rejects a store that %s",
  async (_name, change) => {
    expect(await failedCases((suite) => testAuditStore(suite, storeOf(change)))).not.toEqual([])
  }
)

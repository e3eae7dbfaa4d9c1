import { type QuotaCount, QuotaStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { testQuotaStore } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

interface Row {
  readonly key: string
  readonly at: number
}

/** The parts of a store that counts in a list of rows, as a table does. */
const sound = {
  key: ({ window, owner, tool }: Omit<QuotaCount, "limit">) => JSON.stringify([window, owner, tool]),
  time: (now: number, rows: ReadonlyArray<Row>) => Math.max(now, ...rows.map(({ at }) => at)),
  minute: 60_000,
  /** The effect between looking and counting. */
  between: Effect.void as Effect.Effect<void>,
  counted: (counts: ReadonlyArray<QuotaCount>, full: QuotaCount | undefined): ReadonlyArray<QuotaCount> =>
    full === undefined ? counts : [],
  isFull: (calls: number, limit: number) => calls >= limit,
  isEnded: (key: string, session: string) => key.startsWith(`["session",${JSON.stringify(session)},`)
}

const storeOf = (change: Partial<typeof sound> = {}) => {
  const { key, time, minute, between, counted, isFull, isEnded } = { ...sound, ...change }
  return (now: () => number) =>
    Layer.sync(QuotaStore, () => {
      let rows: ReadonlyArray<Row> = []
      const firstFull = (counts: ReadonlyArray<QuotaCount>) => {
        const since = time(now(), rows) - minute
        return counts.find((count) => {
          const mine = rows.filter((row) => row.key === key(count) && (count.window !== "minute" || row.at > since))
          return isFull(mine.length, count.limit)
        })
      }
      return {
        take: Effect.fnUntraced(function* (counts) {
          const full = firstFull(counts)
          yield* between
          const at = time(now(), rows)
          rows = [...rows, ...counted(counts, full).map((count) => ({ key: key(count), at }))]
          return full
        }),
        look: (counts) => Effect.sync(() => firstFull(counts)),
        sessionEnded: (session) => {
          rows = rows.filter((row) => !isEnded(row.key, session))
        }
      }
    })
}

describe("a store of rows", () => testQuotaStore({ describe, it }, storeOf()))

it.each([
  [
    "something comes between looking and counting",
    { between: Effect.yieldNow },
    "never counts more than a limit allows"
  ],
  [
    "it counts until it comes to what is full",
    { counted: (counts, full) => (full === undefined ? counts : counts.slice(0, counts.indexOf(full))) },
    "counts a call in all of its counts"
  ],
  ["it allows one too many", { isFull: (calls, limit) => calls > limit }, "counts calls until a count is full"],
  ["its keys are joined", { key: ({ window, owner, tool }) => `${window}${owner}/${tool}` }, "distinguishes counts"],
  ["its keys are folded", { key: (count) => sound.key(count).toLowerCase() }, "distinguishes counts"],
  ["its keys are normalised", { key: (count) => sound.key(count).normalize() }, "distinguishes counts"],
  ["its windows share keys", { key: (count) => sound.key({ ...count, window: "session" }) }, "distinguishes counts"],
  ["its minute is short", { minute: 59_998 }, "counts per minute over any sixty seconds"],
  ["its minute is long", { minute: 60_001 }, "counts per minute over any sixty seconds"],
  ["it believes its clock", { time: (now) => now }, "frees nothing early when its clock goes back"],
  ["it forgets nothing", { isEnded: () => false }, "deletes the counts of an ended session"],
  [
    "it forgets all that an owner has",
    { isEnded: (key, name) => key.includes(`"${name}"`) },
    "deletes the counts of an ended session"
  ]
] satisfies ReadonlyArray<readonly [string, Partial<typeof sound>, string]>)(
  "rejects a store if %s",
  async (_name, change, failed) => {
    const names = await failedCases((suite) => testQuotaStore(suite, storeOf(change)))
    expect(names).toContainEqual(expect.stringContaining(failed))
  }
)

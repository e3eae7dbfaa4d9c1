import { rename } from "node:fs/promises"
import { type QuotaCount, QuotaStore } from "@toolgate/core"
import { testQuotaStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { openStore, SqlQuotaStore } from "../src/index.ts"
import { describeEach, describeProcesses, newFolder } from "./places.ts"
import { runProgram } from "./runProgram.ts"

const quotasAt = (place: string, now?: () => number) =>
  Layer.provide(SqlQuotaStore.layer, openStore(place, now && { now }))

const using = <A, E>(place: string, use: (store: QuotaStore["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.flatMap(QuotaStore, use).pipe(Effect.provide(quotasAt(place))))

const countOf = (window: QuotaCount["window"]): QuotaCount => ({ window, owner: "s", tool: "a_tool", limit: 1 })

describeEach("quotas", (newPlace) => {
  testQuotaStore({ describe, it }, (now) =>
    Layer.unwrap(Effect.map(Effect.promise(newPlace), (place) => quotasAt(place, now)))
  )

  it("are shared by several gates", async () => {
    const place = await newPlace()
    const counts = [
      { ...countOf("minute"), limit: 50 },
      { ...countOf("forever"), limit: 50 }
    ]
    const takes = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? counts : counts.toReversed()))
    const taken = await Promise.all(
      [1, 2].map(() =>
        using(place, ({ take }) => Effect.forEach(takes, (each) => take(each), { concurrency: "unbounded" }))
      )
    )
    expect(taken.flat().filter((full) => full === undefined)).toHaveLength(50)
  })

  it("outlive the process, except those of a session", async () => {
    const place = await newPlace()
    const counts = (["session", "minute", "forever"] as const).map(countOf)
    await using(place, ({ take }) => take(counts))
    for (const count of counts)
      expect(await using(place, ({ look }) => look([count]))).toEqual(count.window === "session" ? undefined : count)
  })

  it("name the first full count of any kind", async () => {
    await using(await newPlace(), ({ take, look }) =>
      Effect.gen(function* () {
        const [session, forever] = [countOf("session"), countOf("forever")]
        yield* take([session, forever])
        for (const counts of [
          [session, forever],
          [forever, session]
        ]) {
          expect(yield* take(counts)).toEqual(counts[0])
          expect(yield* look(counts)).toEqual(counts[0])
        }
      })
    )
  })

  it("count nothing for a session if another count refuses its call, even if the session's name is used again", async () => {
    await using(await newPlace(), ({ take, look, sessionEnded }) =>
      Effect.gen(function* () {
        const [session, forever] = [countOf("session"), countOf("forever")]
        yield* take([forever])
        expect(yield* take([session, forever])).toEqual(forever)
        expect(yield* look([session])).toBeUndefined()
        const taking = Effect.runPromise(take([{ ...session, limit: 2 }, forever]))
        sessionEnded("s")
        yield* take([session])
        yield* Effect.promise(() => taking)
        expect(yield* look([session])).toEqual(session)
      })
    )
  })
})

describeProcesses("quotas of several processes", (newPlace) => {
  it("are counted together", async () => {
    const place = await newPlace()
    const taken = await Promise.all([1, 2].map(() => runProgram("takeQuotas.ts", place, "40", "50")))
    expect(taken.map(Number).reduce((sum, each) => sum + each)).toBe(50)
  })
})

it("refuses a call that cannot be counted, counts it nowhere, and recovers when the store is back", async () => {
  const path = `${newFolder()}/store.sqlite`
  await using(path, ({ take, look }) =>
    Effect.gen(function* () {
      const [session, forever] = [countOf("session"), countOf("forever")]
      yield* Effect.promise(() => rename(path, `${path}.away`))
      expect(yield* Effect.exit(take([session, forever]))).toEqual(
        Exit.fail(expect.objectContaining({ why: "StoreUnavailable", class: "execution_error" }))
      )
      expect(yield* look([session])).toBeUndefined()
      yield* Effect.promise(() => rename(`${path}.away`, path))
      expect(yield* take([session, forever])).toBeUndefined()
    })
  )
})

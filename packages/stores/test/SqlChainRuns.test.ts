import { type ChainRun, ChainRuns, type StoreUnavailable } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { makeNewChainRun, testChainRuns } from "@toolgate/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { type Kysely, sql } from "kysely"
import { describe, expect, it } from "vitest"
import { RunSeal } from "../src/chains/RunSeal.ts"
import { Database, openStore, SqlChainRuns } from "../src/index.ts"
import type { Tables } from "../src/Tables.ts"
import { startGate } from "./gates.ts"
import { describeEach, describeProcesses } from "./places.ts"

/** Waits between two polls, so that other processes can run. */
const aWhile = Schedule.spaced(20)

const key = new SecretKey(new Uint8Array(32))
const one = makeNewChainRun("1")
const other = makeNewChainRun("2")
const until = (...approvals: ReadonlyArray<string>) => ({ approvals, expiresAt: Date.now() + 600_000 })

interface Clocks {
  /** The clock of the store. */
  readonly store?: () => number
  /** The clock of the gate. */
  readonly gate?: () => number
}

const runsAt = (place: string, { store, gate = store }: Clocks = {}, own = key) =>
  Layer.provideMerge(SqlChainRuns.layer(own, gate === undefined ? {} : { now: gate }), openStore(place, { now: store }))

/** A gate of this process. */
interface Gate {
  readonly runs: ChainRuns["Service"]
  readonly database: Database["Service"]
}

/** Opens a store once for each gate. */
const withGates = <A>(
  layers: ReadonlyArray<ReturnType<typeof runsAt>>,
  use: (...gates: ReadonlyArray<Gate>) => Effect.Effect<A, StoreUnavailable>
): Promise<A> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const contexts = yield* Effect.forEach(layers, (layer) => Layer.build(Layer.fresh(layer)))
      const gates = contexts.map((all) => ({ runs: Context.get(all, ChainRuns), database: Context.get(all, Database) }))
      return yield* use(...gates)
    }).pipe(Effect.scoped)
  )

/** Suspends a run with entries until an approval is decided. */
const suspended = Effect.fnUntraced(function* (
  { begin, append, suspend }: ChainRuns["Service"],
  run: typeof one,
  approval: string,
  ...entries: ReadonlyArray<string>
) {
  yield* begin(run)
  for (const entry of entries) yield* append(run.id, entry)
  yield* suspend(run.id, until(approval))
})

const rowsIn = (db: Kysely<Tables>) =>
  Effect.promise(async () => ({
    runs: (await db.selectFrom("toolgate_chain_runs").select("id").orderBy("id").execute()).map(({ id }) => id),
    entries: (await db.selectFrom("toolgate_chain_entries").select("entry").execute()).length,
    ways: (await db.selectFrom("toolgate_chain_ways").select("run").execute()).length
  }))

const leftAt = ({ read }: Database["Service"]) =>
  Effect.flatMap(
    read(async (db) => db),
    rowsIn
  )

describeProcesses("recorded runs", (newPlace) => {
  it("of an ended process are taken with their entries, those of a living one are not, and only one gate takes each", async () => {
    const place = await newPlace()
    const [killed, neighbour] = await Promise.all([startGate(place), startGate(place)])
    for (const [gate, run, approval] of [
      [killed, one, "p"],
      [neighbour, other, "q"]
    ] as const) {
      await gate.call("begin", run)
      await gate.call("append", run.id, "a")
      await gate.call("suspend", run.id, until(approval))
      await gate.call("take", approval)
      await gate.call("append", run.id, "b")
    }
    await withGates([runsAt(place), runsAt(place)], ({ runs: here }, { runs: there }) =>
      Effect.gen(function* () {
        expect(yield* here.take("p")).toBe("held")
        yield* Effect.promise(() => killed.kill())
        expect(yield* here.take("q")).toBe("held")
        expect(yield* here.take("p")).toEqual({ ...one, entries: ["a", "b"] })
        expect(yield* there.take("p")).toBe("held")
        yield* here.append(one.id, "c")
        yield* here.suspend(one.id, until("r"))
        expect(yield* there.take("r")).toEqual({ ...one, entries: ["a", "b", "c"] })
      })
    )
  })

  it("that cannot be taken any more are forgotten with all parts when the next one begins", async () => {
    const place = await newPlace()
    const [killed, neighbour] = await Promise.all([startGate(place), startGate(place)])
    const ids = ["3", "4", "5", "6"].map(makeNewChainRun)
    const [neverWaited, hasWaited, held, late] = ids as [ChainRun, ChainRun, ChainRun, ChainRun]
    for (const [gate, run] of [
      [killed, neverWaited],
      [killed, hasWaited],
      [neighbour, held],
      [neighbour, late]
    ] as const) {
      await gate.call("begin", run)
      await gate.call("append", run.id, "a")
    }
    await killed.call("suspend", hasWaited.id, until("p"))
    await killed.call("take", "p")
    await neighbour.call("suspend", late.id, { approvals: ["q"], expiresAt: Date.now() })
    await killed.kill()
    await withGates([runsAt(place)], ({ runs, database }) =>
      Effect.gen(function* () {
        expect(yield* leftAt(database)).toEqual({ runs: ids.map(({ id }) => id), entries: 4, ways: 4 })
        yield* runs.begin(one)
        const left = [one, hasWaited, held].map(({ id }) => id).sort()
        expect(yield* leftAt(database)).toEqual({ runs: left, entries: 2, ways: 2 })
        expect(yield* runs.take("p")).toEqual({ ...hasWaited, entries: ["a"] })
        yield* runs.end(hasWaited.id)
        yield* runs.end(one.id)
        expect(yield* leftAt(database)).toEqual({ runs: [held.id], entries: 1, ways: 0 })
      })
    )
  })
})

describeEach("recorded runs", (newPlace) => {
  testChainRuns({ describe, it }, (now) =>
    Layer.unwrap(Effect.map(Effect.promise(newPlace), (place) => runsAt(place, { store: now })))
  )

  it("end and are released once the store is available again", async () => {
    const place = await newPlace()
    await withGates([runsAt(place)], ({ runs, database }) =>
      Effect.gen(function* () {
        const rename = (from: string, to: string) =>
          database.write((db) => sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db))
        yield* runs.begin(one)
        yield* suspended(runs, other, "p")
        yield* runs.take("p")
        yield* rename("toolgate_chain_runs", "away")
        expect(yield* Effect.option(runs.end(one.id))).toEqual(Option.none())
        expect(yield* Effect.option(runs.giveBack(other.id))).toEqual(Option.none())
        yield* rename("away", "toolgate_chain_runs")
        expect(yield* Effect.repeat(runs.take("p"), { while: (taken) => taken === "held", schedule: aWhile })).toEqual({
          ...other,
          entries: []
        })
        yield* Effect.repeat(leftAt(database), { while: ({ runs }) => runs.includes(one.id), schedule: aWhile })
      })
    )
  })

  it("wait as long as their gate set, with any clocks, and no longer if a row says so", async () => {
    const place = await newPlace()
    const clock = { now: 1_700_000_000_000 }
    const clocks = { store: () => clock.now, gate: () => 1_000_000 }
    await withGates([runsAt(place, clocks)], ({ runs, database }) =>
      Effect.gen(function* () {
        yield* runs.begin(one)
        yield* runs.suspend(one.id, { approvals: ["p"], expiresAt: 1_060_000 })
        clock.now += 59_999
        expect(yield* runs.take("p")).toEqual({ ...one, entries: [] })
        yield* runs.giveBack(one.id)
        yield* database.write((db) => db.updateTable("toolgate_chain_runs").set({ due_at: 2e12 }).execute())
        clock.now += 1
        expect(yield* runs.take("p")).toBeUndefined()
      })
    )
  })

  it("of an invisible process are taken once it is silent, suspected, and still silent", async () => {
    const place = await newPlace()
    const clock = { now: Date.now() }
    await withGates([runsAt(place, { store: () => clock.now })], ({ runs, database: { write } }) =>
      Effect.gen(function* () {
        yield* runs.begin(one)
        yield* runs.suspend(one.id, { approvals: ["p"], expiresAt: 1e15 })
        const process = JSON.stringify({ host: "another", pid: 1 })
        yield* write(async (db) => {
          await db
            .insertInto("toolgate_owners")
            .values({ id: "gone", process, heard_at: clock.now, suspected_at: null })
            .execute()
          await db.updateTable("toolgate_chain_runs").set({ owner: "gone" }).execute()
        })
        const after = (ms: number) => {
          clock.now += ms
          return runs.take("p")
        }
        expect(yield* after(60_000)).toBe("held")
        expect(yield* after(29_999)).toBe("held")
        expect(yield* after(1)).toEqual({ ...one, entries: [] })
      })
    )
  })

  it("are lost to a gate that was believed dead, with only the entries that it knows to be stored", async () => {
    const place = await newPlace()
    await withGates([runsAt(place), runsAt(place)], ({ runs: slow, database }, { runs: next }) =>
      Effect.gen(function* () {
        yield* suspended(slow, one, "p")
        yield* slow.take("p")
        yield* slow.append(one.id, "before")
        const adds = Effect.forEach(
          Array.from({ length: 200 }, (_, n) => String(n)),
          (entry) => Effect.option(Effect.as(slow.append(one.id, entry), entry)),
          { concurrency: "unbounded" }
        )
        const take = Effect.gen(function* () {
          yield* database.write((db) => db.deleteFrom("toolgate_owners").execute())
          return yield* next.take("p")
        })
        const taking = Effect.repeat(take, { while: (taken) => taken === "held" })
        const [added, run] = yield* Effect.all([adds, taking], { concurrency: 2 })
        const kept = added.flatMap((entry) => (entry._tag === "Some" ? entry.value : []))
        expect(run).toEqual({ ...one, entries: ["before", ...kept] })
        yield* next.append(one.id, "after")
        yield* next.suspend(one.id, until("q"))
        expect(yield* next.take("q")).toEqual({ ...one, entries: ["before", ...kept, "after"] })
      })
    )
  })

  it("are left alone by a gate that was believed to have ended", async () => {
    const place = await newPlace()
    await withGates([runsAt(place), runsAt(place)], ({ runs: slow, database }, { runs: next }) =>
      Effect.gen(function* () {
        const changes = [
          () => slow.append(one.id, "x"),
          () => slow.suspend(one.id, until("q")),
          () => slow.end(one.id),
          () => slow.giveBack(one.id)
        ]
        const answers = []
        for (const change of changes) {
          yield* suspended(slow, one, "p")
          yield* slow.take("p")
          yield* database.write((db) => db.deleteFrom("toolgate_owners").execute())
          expect(yield* next.take("p")).toEqual({ ...one, entries: [] })
          answers.push(yield* Effect.match(change(), { onSuccess: () => "", onFailure: ({ message }) => message }))
          expect(yield* slow.take("p")).toBe("held")
          yield* next.append(one.id, "y")
          yield* next.end(one.id)
        }
        const notHeld = "The run of the script does not belong to this gate."
        expect(answers).toEqual([notHeld, notHeld, notHeld, ""])
      })
    )
  })

  it("are unknown to a gate with another key", async () => {
    const place = await newPlace()
    const foreign = runsAt(place, {}, new SecretKey(new Uint8Array(32).fill(1)))
    await withGates([runsAt(place), foreign], ({ runs }, { runs: elsewhere }) =>
      Effect.gen(function* () {
        yield* suspended(runs, one, "p")
        expect([yield* elsewhere.take("p"), yield* elsewhere.join(one.equal)]).toEqual([undefined, undefined])
        expect(yield* runs.take("p")).toEqual({ ...one, entries: [] })
      })
    )
  })

  const entry = (run: string, place: number) => sql`toolgate_chain_entries where run = ${run} and place = ${place}`
  const exchange = (column: "header" | "head") => (db: Kysely<Tables>) =>
    sql`update toolgate_chain_runs set ${sql.ref(column)} =
      (select ${sql.ref(`two.${column}`)} from toolgate_chain_runs two where two.id <> toolgate_chain_runs.id)`.execute(
      db
    )
  const moveUp = (db: Kysely<Tables>) =>
    sql`update toolgate_chain_entries set place = place - 1 where run = ${one.id} and place > 1`.execute(db)

  /** Changes by hand of the rows of two similar runs with three entries each, which wait for "p" and "q". */
  const otherText = (name: string) => {
    const text = sql.ref(name)
    return sql`substr(${text}, 1, 20) || case substr(${text}, 21, 1) when 'A' then 'B' else 'A' end || substr(${text}, 22)`
  }
  const changes: ReadonlyArray<readonly [what: string, change: (db: Kysely<Tables>) => Promise<unknown>]> = [
    ["changes a header", (db) => sql`update toolgate_chain_runs set header = ${otherText("header")}`.execute(db)],
    ["exchanges headers", exchange("header")],
    ["empties a head", (db) => sql`update toolgate_chain_runs set head = ''`.execute(db)],
    ["exchanges heads", exchange("head")],
    [
      "exchanges whole runs",
      async (db) => {
        await sql`update toolgate_chain_runs set id = 'x' where id = ${one.id}`.execute(db)
        await sql`update toolgate_chain_runs set id = ${one.id} where id = ${other.id}`.execute(db)
      }
    ],
    ["changes an entry", (db) => sql`update toolgate_chain_entries set entry = ${otherText("entry")}`.execute(db)],
    ["leaves the first entry out", (db) => sql`delete from ${entry(one.id, 0)}`.execute(db)],
    [
      "leaves an entry out and closes the gap",
      async (db) => {
        await sql`delete from ${entry(one.id, 1)}`.execute(db)
        await moveUp(db)
      }
    ],
    ["cuts the last entry off", (db) => sql`delete from ${entry(one.id, 2)}`.execute(db)],
    ["cuts all entries off", (db) => sql`delete from toolgate_chain_entries`.execute(db)],
    [
      "repeats an entry at the end",
      (db) => sql`insert into toolgate_chain_entries select run, 3, entry from ${entry(one.id, 2)}`.execute(db)
    ],
    [
      "exchanges two entries",
      async (db) => {
        for (const [from, to] of [
          [0, 9],
          [1, 0],
          [9, 1]
        ])
          await sql`update toolgate_chain_entries set place = ${to} where run = ${one.id} and place = ${from}`.execute(
            db
          )
      }
    ],
    [
      "puts an entry of another run in its place",
      (db) =>
        sql`update toolgate_chain_entries set entry = (select entry from ${entry(other.id, 1)})
          where run = ${one.id} and place = 1`.execute(db)
    ]
  ]

  it("are detected as changed after any manual change to their rows, and were valid before", async () => {
    await withGates([runsAt(await newPlace())], ({ runs, database }) =>
      Effect.gen(function* () {
        const entries = ["A", "B", "C"]
        for (const [what, change] of changes) {
          yield* suspended(runs, one, "p", ...entries)
          yield* suspended(runs, other, "q", ...entries)
          expect(yield* runs.take("p"), what).toEqual({ ...one, entries })
          yield* runs.giveBack(one.id)
          yield* database.write((db) => change(db))
          expect(yield* runs.take("p"), what).toBe("changed")
          // No gate holds a run that cannot be taken.
          expect(yield* runs.take("p"), what).toBe("changed")
          for (const table of ["toolgate_chain_entries", "toolgate_chain_ways", "toolgate_chain_runs"] as const)
            yield* database.write((db) => db.deleteFrom(table).execute())
        }
      })
    )
  })

  it("are detected as changed if a part of them is restored to an earlier state", async () => {
    const place = await newPlace()
    const table = (name: "runs" | "entries") => sql.table(`toolgate_chain_${name}`)
    const save = (db: Kysely<Tables>, name: "runs" | "entries") =>
      sql<Record<string, unknown>>`select * from ${table(name)}`.execute(db)
    await withGates([runsAt(place)], ({ runs, database: { read, write } }) =>
      Effect.gen(function* () {
        const set = (head: unknown) => write((db) => sql`update ${table("runs")} set head = ${head}`.execute(db))
        yield* suspended(runs, one, "p", "a")
        const [early] = (yield* read((db) => save(db, "runs"))).rows
        yield* runs.take("p")
        yield* runs.append(one.id, "first")
        yield* runs.giveBack(one.id)
        const [late] = (yield* read((db) => save(db, "runs"))).rows
        yield* set(early?.head)
        expect(yield* runs.take("p")).toBe("changed")

        // A complete reset restores valid data, and cannot be detected.
        const [, first] = (yield* read((db) => save(db, "entries"))).rows
        yield* write((db) => sql`delete from ${table("entries")} where place = 1`.execute(db))
        expect(yield* runs.take("p")).toEqual({ ...one, entries: ["a"] })
        yield* runs.append(one.id, "second")
        yield* runs.giveBack(one.id)
        yield* write((db) => sql`update ${table("entries")} set entry = ${first?.entry} where place = 1`.execute(db))
        expect(yield* runs.take("p")).toBe("changed")
        yield* set(late?.head)
        expect(yield* runs.take("p")).toEqual({ ...one, entries: ["a", "first"] })
      })
    )
  })

  it("continue only with an approval that they wait for, even if rows lead to them", async () => {
    const place = await newPlace()
    await withGates([runsAt(place)], ({ runs, database: { write } }) =>
      Effect.gen(function* () {
        yield* suspended(runs, one, "p")
        yield* suspended(runs, other, "q")
        const lead = (approval: string, run: string, by: "approval" | "equal call" = "approval") => {
          const way = new RunSeal(key).way(by, approval)
          return write((db) => db.insertInto("toolgate_chain_ways").values({ way, run }).execute())
        }
        yield* lead("q", one.id)
        yield* lead("z", one.id)
        expect(yield* runs.take("z")).toBe("changed")
        yield* lead("z", one.id, "equal call")
        expect(yield* runs.join("z")).toBe("changed")
        expect(yield* runs.take("q")).toEqual({ ...other, entries: [] })
        yield* runs.take("p")
        yield* runs.suspend(one.id, until("r"))
        yield* lead("p", one.id)
        expect(yield* runs.take("p")).toBe("changed")
        expect(yield* runs.take("r")).toEqual({ ...one, entries: [] })
      })
    )
  })
})

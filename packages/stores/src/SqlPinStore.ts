import { type Pin, PinStore } from "@toolgate/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Kysely, Transaction } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import { type Announce, Database } from "./Database.ts"
import type { Tables } from "./Tables.ts"

/**
 * A layer for a `PinStore` in a database, which several gates may share.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { PinStore } from "@toolgate/core"
 * import { openStore, SqlPinStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const pins = SqlPinStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const add = (by: string) =>
 *   Effect.flatMap(PinStore, (store) =>
 *     store.add({ tool: "search", digest: "d1", definition: "{}", by, at: 0, mac: "m1" })
 *   )
 * await Effect.runPromise(Effect.provide(add("alice"), pins))
 * // The first pin stays in force for a gate that opens the store later.
 * assert.equal((await Effect.runPromise(Effect.provide(add("bob"), pins))).by, "alice")
 * ```
 */
export const layer: Layer.Layer<PinStore, never, Database> = Layer.effect(
  PinStore,
  Effect.map(Database, (database) => ({
    get: (tool, owner, implementation) => database.read((db) => makePin(db, { tool, owner, implementation })),
    list: listPins(database),
    add: inBatches((pins) => database.write((db, announce) => addPins(db, announce, pins))),
    replace: (pin) =>
      database.write(async (db, announce) => {
        const row = rowOf(pin)
        await db
          .insertInto("toolgate_pins")
          .values(row)
          .onConflict((held) => held.column("id").doUpdateSet({ pin: row.pin }))
          .execute()
        await announce("pins", [pin.tool])
      }),
    listen: (changed) => database.listen("pins", changed)
  }))
)

/** Adds pins for tools that are not yet pinned. Returns the resulting pin of each tool. */
const addPins = async (
  db: Transaction<Tables>,
  announce: Announce,
  pins: ReadonlyArray<Pin>
): Promise<ReadonlyArray<Pin>> => {
  const first = new Map(pins.toReversed().map((pin) => [idOf(pin), pin]))
  const added = await db
    .insertInto("toolgate_pins")
    .values([...first.values()].map(rowOf))
    .onConflict((row) => row.column("id").doNothing())
    .returning("id")
    .execute()
  const tools = added.flatMap(({ id }) => first.get(id)?.tool ?? [])
  if (tools.length > 0) await announce("pins", tools)
  const held = new Map(added.map(({ id }) => [id, first.get(id)]))
  for (const pin of pins) if (!held.has(idOf(pin))) held.set(idOf(pin), await makePin(db, pin))
  return pins.map((pin) => held.get(idOf(pin)) ?? pin)
}

const rowOf = (pin: Pin) => ({ id: idOf(pin), pin: JSON.stringify(pin) })

/** Returns the digest that identifies a pin. */
const idOf = ({ tool, owner, implementation }: PinName): string =>
  computeDigest(
    implementation !== undefined ? [tool, owner ?? "", implementation] : owner === undefined ? tool : [tool, owner]
  )

type PinName = { readonly [Member in "owner" | "implementation"]?: string | undefined } & Pick<Pin, "tool">

/** Returns the pin with a name. A damaged row yields an invalid pin, so that only its tool waits for a person. */
const makePin = async (db: Kysely<Tables>, name: PinName): Promise<Pin | undefined> => {
  const row = await db.selectFrom("toolgate_pins").select("pin").where("id", "=", idOf(name)).executeTakeFirst()
  return row && (readRow(row.pin) ?? { tool: name.tool, digest: "", definition: "", by: "", at: 0, mac: "" })
}

/** Parses the pin in a row; `undefined` if the row was damaged or changed by hand. */
const readRow = (text: string): Pin | undefined => {
  try {
    const pin: unknown = JSON.parse(text)
    return typeof pin === "object" && pin !== null && !Array.isArray(pin) ? (pin as Pin) : undefined
  } catch {
    return undefined
  }
}

/** Lists the pins of a database. Skips damaged rows and logs each once. */
const listPins = ({ read, shown }: Database["Service"]) => {
  const told = new Set<string>()
  return Effect.gen(function* () {
    const rows = yield* read((db) => db.selectFrom("toolgate_pins").selectAll().orderBy("id").execute())
    const pins = rows.map(({ pin }) => readRow(pin))
    const damaged = rows.flatMap(({ id }, at) => (pins[at] === undefined && !told.has(id) ? [id] : []))
    for (const id of damaged) told.add(id)
    if (damaged.length > 0) yield* Effect.logWarning(damagedRows(damaged, shown))
    return pins.filter((pin) => pin !== undefined)
  })
}

const damagedRows = (ids: ReadonlyArray<string>, store: string): string => {
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : ""
  return (
    `Ignored rows of the table "toolgate_pins" in the store "${store}" that hold no pin: ${ids.slice(0, mostNamed).join(", ")}${more}. ` +
    'They were damaged or changed by hand. Their tools wait: approve them again with "toolgate tools approve", or delete the rows.'
  )
}

/** The number of rows that one log line names. */
const mostNamed = 10

/**
 * Turns a function on batches into a function on single items. Items that arrive during a batch form the next one. If a
 * batch fails, each of its items fails.
 */
const inBatches = <A, B, E>(
  run: (all: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
): ((one: A) => Effect.Effect<B, E>) => {
  const waiting: Array<{ readonly one: A; readonly done: Deferred.Deferred<B, E> }> = []
  let isRunning = false
  const next = Effect.suspend(() => {
    const batch = waiting.splice(0, largest)
    return Effect.map(Effect.exit(run(batch.map(({ one }) => one))), (exit) => {
      for (const [at, { done }] of batch.entries())
        Deferred.doneUnsafe(
          done,
          Exit.map(exit, (answers) => answers[at] as B)
        )
    })
  })
  const runAll = Effect.whileLoop({ while: () => (isRunning = waiting.length > 0), body: () => next, step: () => {} })
  return (one) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<B, E>()
        waiting.push({ one, done })
        if (isRunning) return Deferred.await(done)
        isRunning = true
        return Effect.andThen(Effect.forkDetach(runAll), Deferred.await(done))
      })
    )
}

/** The batch limit. A statement allows some thousands of parameters, and each item needs a few. */
const largest = 256

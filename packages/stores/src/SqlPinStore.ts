import { type Pin, PinStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Kysely, Transaction } from "kysely"
import { digestOf } from "./approvalRows.ts"
import { type Announce, Database } from "./Database.ts"
import { inBatches } from "./inBatches.ts"
import type { Tables } from "./Tables.ts"

/** The layer of a `PinStore` in a database, which several gates may share. */
export const layer: Layer.Layer<PinStore, never, Database> = Layer.effect(
  PinStore,
  Effect.map(Database, (database) => ({
    get: (tool, owner, implementation) => database.read((db) => pinOf(db, idOf({ tool, owner, implementation }))),
    list: database.read(async (db) => {
      const rows = await db.selectFrom("toolgate_pins").select("pin").orderBy("id").execute()
      return rows.map(({ pin }): Pin => JSON.parse(pin))
    }),
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

/** Adds the pins of tools that have none. Returns the pin that each of the tools has then. */
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
  for (const id of pins.map(idOf)) if (!held.has(id)) held.set(id, await pinOf(db, id))
  return pins.map((pin) => held.get(idOf(pin)) ?? pin)
}

const rowOf = (pin: Pin) => ({ id: idOf(pin), pin: JSON.stringify(pin) })

/** Returns the digest by which a pin is stored. */
const idOf = ({ tool, owner, implementation }: PinName): string =>
  digestOf(
    implementation !== undefined ? [tool, owner ?? "", implementation] : owner === undefined ? tool : [tool, owner]
  )

type PinName = { readonly [Member in "owner" | "implementation"]?: string | undefined } & Pick<Pin, "tool">

const pinOf = async (db: Kysely<Tables>, id: string): Promise<Pin | undefined> => {
  const row = await db.selectFrom("toolgate_pins").select("pin").where("id", "=", id).executeTakeFirst()
  return row && JSON.parse(row.pin)
}

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
    get: (tool) => database.read((db) => pinOf(db, tool)),
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
  const first = new Map(pins.toReversed().map((pin) => [digestOf(pin.tool), pin]))
  const added = await db
    .insertInto("toolgate_pins")
    .values([...first.values()].map(rowOf))
    .onConflict((row) => row.column("id").doNothing())
    .returning("id")
    .execute()
  const tools = added.flatMap(({ id }) => first.get(id)?.tool ?? [])
  if (tools.length > 0) await announce("pins", tools)
  const held = new Map(tools.map((tool) => [tool, first.get(digestOf(tool))]))
  for (const { tool } of pins) if (!held.has(tool)) held.set(tool, await pinOf(db, tool))
  return pins.map((pin) => held.get(pin.tool) ?? pin)
}

const rowOf = (pin: Pin) => ({ id: digestOf(pin.tool), pin: JSON.stringify(pin) })

const pinOf = async (db: Kysely<Tables>, tool: string): Promise<Pin | undefined> => {
  const row = await db.selectFrom("toolgate_pins").select("pin").where("id", "=", digestOf(tool)).executeTakeFirst()
  return row && JSON.parse(row.pin)
}

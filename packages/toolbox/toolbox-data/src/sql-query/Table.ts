import type { JsonObject } from "@toolgate/core"
import { isExactNumber } from "@toolgate/toolbox-base/json"
import type { TextTable } from "../csv/readCsv.ts"
import { isNumeric } from "../csv/typed.ts"
import type { Records } from "../json/recordsOf.ts"

/** A value as SQLite stores it. An integer is a `bigint`, so that it stays one. */
export type Cell = string | number | bigint | null

/** A table to fill. The affinity of a column makes a comparison of numbers one of numbers. */
export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly affinity: "NUMERIC" | "TEXT" | "BLOB" }>
  readonly rows: Iterable<ReadonlyArray<Cell>>
}

/** Returns the table of CSV. A column of numbers alone is one of numbers, in which an empty cell is NULL. */
export const tableOfCsv = (name: string, { columns, rows }: TextTable): Table => {
  const numeric = columns.map((_, at) => {
    const cells = rows.flatMap((row) => row[at] || [])
    return cells.length > 0 && cells.every((cell) => isNumeric(cell) || integerOf(cell) !== undefined)
  })
  const cellOf = (cell: string, at: number): Cell => {
    if (!numeric[at]) return cell
    return cell === "" ? null : (integerOf(cell) ?? Number(cell))
  }
  return {
    name,
    columns: columns.map((column, at) => ({ name: column, affinity: numeric[at] ? "NUMERIC" : "TEXT" })),
    rows: rows.map((row) => row.map(cellOf))
  }
}

/** Returns the table of JSON. Lists and objects are stored as JSON texts, and true and false as 1 and 0. */
export const tableOfJson = (name: string, { columns, rows }: Records): Table => ({
  name,
  columns: columns.map((column) => ({ name: column, affinity: affinityOf(rows, column) })),
  rows: rows.map((row) => columns.map((column) => stored(memberOf(row, column))))
})

const affinityOf = (rows: ReadonlyArray<JsonObject>, column: string) => {
  const kinds = new Set(rows.map((row) => typeof (stored(memberOf(row, column)) ?? undefined)))
  kinds.delete("undefined")
  if (kinds.size === 0 || (kinds.size === 1 && kinds.has("string"))) return "TEXT"
  return kinds.has("string") ? "BLOB" : "NUMERIC"
}

const stored = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? 1n : 0n
  if (typeof value === "number") return numberOf(value)
  if (isExactNumber(value)) return integerOf(value.rawJSON) ?? value.rawJSON
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Returns an integer that SQLite can store, which has 64 bits for one; `undefined` for any other text. */
const integerOf = (text: string): bigint | undefined => {
  if (!/^-?(?:0|[1-9]\d{0,18})$/.test(text) || text === "-0") return undefined
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : undefined
}

const memberOf = (row: JsonObject, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined)

/** Returns a number as SQLite should store it. The library stores every `number` as a floating one. */
export const numberOf = (value: number): number | bigint => (Number.isSafeInteger(value) ? BigInt(value) : value)

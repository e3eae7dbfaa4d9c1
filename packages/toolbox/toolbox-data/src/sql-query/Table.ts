import type { JsonObject } from "@toolgate/core"
import { isExactNumber } from "@toolgate/toolbox-base/json"
import { isNumeric } from "../csv/inferValue.ts"
import type { TextTable } from "../csv/readCsv.ts"
import type { Records } from "../json/parseRecords.ts"

/** A value as SQLite stores it. Integers are `bigint`, so that they stay integers. */
export type Cell = string | number | bigint | null

/** A table to create. A column's numeric affinity makes SQLite compare its values as numbers. */
export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly affinity: "NUMERIC" | "TEXT" | "BLOB" }>
  readonly rows: Iterable<ReadonlyArray<Cell>>
}

/** Converts CSV to a table. A column of numbers becomes numeric, with NULL for empty cells. */
export const createCsvTable = (name: string, { columns, rows }: TextTable): Table => {
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

/** Converts JSON to a table. Lists and objects become JSON texts, and true and false become 1 and 0. */
export const createJsonTable = (name: string, { columns, rows }: Records): Table => ({
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
  if (typeof value === "number") return toSqlNumber(value)
  if (isExactNumber(value)) return integerOf(value.rawJSON) ?? value.rawJSON
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Parses a 64-bit integer, as SQLite can store it; `undefined` for other texts. */
const integerOf = (text: string): bigint | undefined => {
  if (!/^-?(?:0|[1-9]\d{0,18})$/.test(text) || text === "-0") return undefined
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : undefined
}

const memberOf = (row: JsonObject, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined)

/** Converts an integer to `bigint`. The library stores every `number` as floating point. */
export const toSqlNumber = (value: number): number | bigint => (Number.isSafeInteger(value) ? BigInt(value) : value)

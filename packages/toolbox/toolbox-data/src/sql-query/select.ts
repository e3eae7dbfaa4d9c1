import { DatabaseSync } from "node:sqlite"
import type { Json } from "@toolgate/core"
import type { Ask } from "@toolgate/toolbox-base/jobs"
import { impossible, JobFailed, mostBytes, mostText, readText, type SentText } from "@toolgate/toolbox-base/jobs"
import { readCsv } from "../csv/readCsv.ts"
import { measureColumns } from "../json/inline.ts"
import { parseRecords } from "../json/parseRecords.ts"
import { describeSqlFault } from "./describeSqlFault.ts"
import { fill } from "./fill.ts"
import { readOnly } from "./readOnly.ts"
import { checkStatement } from "./statement.ts"
import { createCsvTable, createJsonTable, type Table, toSqlNumber } from "./Table.ts"

interface TableInput extends SentText {
  readonly name: string
  /** Absent if the job detects the format from the text. */
  readonly format: "csv" | "tsv" | "json" | undefined
}

interface JobArgs {
  readonly sql: string
  readonly tables: ReadonlyArray<TableInput>
  readonly params: ReadonlyArray<string | number | boolean | null>
  readonly maxRows: number
}

/** The selected rows. `total` is absent if there are more than a million. */
export interface Selected {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Json>>
  readonly total?: number
  readonly cut: boolean
}

/** A job that runs a query over tables of CSV and JSON, in a read-only in-memory database. */
export const select = async (
  { sql, tables: given, params, maxRows }: JobArgs,
  _: unknown,
  ask: Ask
): Promise<Selected> => {
  checkStatement(sql, params.length)
  const tables: Array<Table> = []
  // Reads one file after the other, so that the gate buffers one at a time.
  for (const table of given) tables.push(await tableOf(table, ask))
  const database = new DatabaseSync(":memory:", { limits: { length: mostText } })
  try {
    database.exec("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF")
    fill(database, tables)
    database.exec("PRAGMA query_only = ON")
    readOnly(database)
    return rowsOf(database, { sql, params, maxRows, tables })
  } finally {
    database.close()
  }
}

const tableOf = async ({ name, format, ...given }: TableInput, ask: Ask): Promise<Table> => {
  const read = await readText(given, ask)
  const isJson = format === "json" || (format === undefined && /^\s*[[{]/.test(read.text))
  if (isJson) return createJsonTable(name, parseRecords(read))
  return createCsvTable(name, await readCsv({ ...read, delimiter: format === "tsv" ? "\t" : ",", header: true }))
}

interface Query extends Pick<JobArgs, "sql" | "params" | "maxRows"> {
  readonly tables: ReadonlyArray<Table>
}

const rowsOf = (database: DatabaseSync, { sql, params, maxRows, tables }: Query): Selected => {
  const rows: Array<ReadonlyArray<Json>> = []
  let total = 0
  try {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    let bytes = 4096 + measureColumns(columns)
    const bound = params.map((one) =>
      typeof one === "number" ? toSqlNumber(one) : typeof one === "boolean" ? Number(one) : one
    )
    for (const row of statement.iterate(...bound) as Iterable<unknown>) {
      total += 1
      if (total > mostCounted) break
      if (rows.length >= maxRows || rows.length < total - 1) continue
      const cells = (row as ReadonlyArray<unknown>).map(jsonOf)
      bytes += Buffer.byteLength(JSON.stringify(cells)) + 1
      if (bytes <= mostBytes) rows.push(cells)
      else if (total === 1) throw impossible(tooLarge)
    }
    const cut = rows.length < total
    return { columns, rows, ...(total > mostCounted ? {} : { total }), cut }
  } catch (cause) {
    throw cause instanceof JobFailed ? cause : describeSqlFault(cause, sql, database, tables)
  }
}

const tooLarge = `The first row alone has more than ${mostBytes} bytes; select fewer columns, or parts of texts with substr.`

const mostCounted = 1_000_000

/** Converts a SQLite value to JSON. Large integers, infinity and blobs become texts. */
const jsonOf = (value: unknown): Json => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString("hex")}'`
  return value as string | null
}

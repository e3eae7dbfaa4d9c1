import type { Json } from "@toolgate/core"
import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { impossible, invalid, mostBytes, readText } from "@toolgate/toolbox-base/jobs"
import { measureColumns } from "../json/inline.ts"
import { parseRecords } from "../json/parseRecords.ts"

interface JobArgs extends SentText {
  readonly columns: ReadonlyArray<string> | undefined
  readonly delimiter: string
  readonly escapeFormulas: boolean
}

/** A CSV text, or its first rows if it is too large for one result. */
export interface WrittenCsv {
  readonly text: string
  readonly rows: number
  readonly columns: ReadonlyArray<string>
  readonly total: number
}

/** A job that writes a list of objects as CSV. */
export const write = async (
  { columns, delimiter, escapeFormulas, ...given }: JobArgs,
  _: unknown,
  ask: Ask
): Promise<WrittenCsv> => {
  if (/["\r\n]/.test(delimiter)) throw invalid('The argument "delimiter" must hold neither a quote nor a line end.')
  const { stringify } = await import("csv-stringify/sync")
  const { columns: all, rows } = parseRecords(await readText(given, ask))
  const unknown = rows.length === 0 ? undefined : columns?.find((name) => !all.includes(name))
  if (unknown !== undefined)
    throw invalid(`No object has the member ${JSON.stringify(unknown)} of "columns"; they have ${listed(all)}.`)
  const wanted = columns ?? all
  measureColumns(wanted)
  const cells = (row: { readonly [name: string]: Json }) =>
    wanted.map((name) => cellOf(Object.hasOwn(row, name) ? (row[name] ?? null) : null, escapeFormulas))
  // A single empty cell must be quoted, because an empty line is not a row.
  const style = { delimiter, quoted_empty: wanted.length === 1 }
  const lineOf = (record: ReadonlyArray<string>) => stringify([[...record]], style)
  let text = wanted.length === 0 ? "" : lineOf(wanted.map((name) => cellOf(name, escapeFormulas)))
  let bytes = Buffer.byteLength(text)
  let kept = 0
  for (const row of rows) {
    const line = lineOf(cells(row))
    bytes += Buffer.byteLength(line)
    if (bytes > mostBytes) break
    text += line
    kept += 1
  }
  if (kept === 0 && rows.length > 0)
    throw impossible(`The first row alone has more than ${mostBytes} bytes; choose fewer "columns".`)
  return { text, rows: kept, columns: wanted, total: rows.length }
}

/** Returns a cell. Puts a quote before a text that a spreadsheet would run as a formula, but not before a number. */
const cellOf = (value: Json, escapeFormulas: boolean): string => {
  if (value === null) return ""
  // An `ExactNumber` is written as its source text.
  if (typeof value === "object") return JSON.stringify(value)
  const text = String(value)
  return escapeFormulas && typeof value === "string" && formula.test(text) ? `'${text}` : text
}

// Full-width signs start formulas too.
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

const listed = (names: ReadonlyArray<string>): string => {
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 64)))
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ")
}

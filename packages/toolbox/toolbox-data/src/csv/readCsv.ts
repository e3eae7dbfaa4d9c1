import type { TextInput } from "@toolgate/toolbox-base/jobs"
import { invalid, type JobFailed } from "@toolgate/toolbox-base/jobs"
import type { CsvError } from "csv-parse"

/** A table of texts with one cell per row and column. */
export interface TextTable {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** The dialect of a CSV text. */
export interface HowWritten {
  readonly delimiter: string
  readonly header: boolean
}

/** Parses a CSV text. Without a header, columns are named "column_1" and so on. Fails with the line of an error. */
export const readCsv = async ({ text, place, delimiter, header }: TextInput & HowWritten): Promise<TextTable> => {
  if (/["\r\n]/.test(delimiter)) throw invalid('The argument "delimiter" must hold neither a quote nor a line end.')
  const { CsvError: Faulty, parse } = await import("csv-parse/sync")
  let records: ReadonlyArray<ReadonlyArray<string>>
  try {
    records = parse(text, {
      delimiter,
      skip_empty_lines: true,
      record_delimiter: ["\r\n", "\n", "\r"]
    }) as unknown as typeof records
  } catch (cause) {
    if (cause instanceof Faulty) throw faultOf(cause, place, delimiter)
    throw cause
  }
  const [first, ...rest] = records
  if (!header) return { columns: (first ?? []).map((_, at) => `column_${at + 1}`), rows: records }
  if (first === undefined) throw invalid(`There is nothing in ${place}, not even a header.`)
  checkHeader(first, place)
  return { columns: first, rows: rest }
}

const checkHeader = (columns: ReadonlyArray<string>, place: string): void => {
  const seen = new Set<string>()
  for (const [at, name] of columns.entries()) {
    if (name.trim() === "")
      throw invalid(`Column ${at + 1} has no name in the header of ${place}; name it, or set "header" to false.`)
    if (seen.has(name))
      throw invalid(
        `The header of ${place} names the column ${shown(name)} twice, the second time as column ${at + 1}; rename one, or set "header" to false.`
      )
    seen.add(name)
  }
}

const faultOf = ({ code, lines, record, column }: CsvError, place: string, delimiter: string): JobFailed => {
  const line = `line ${lines}`
  switch (code) {
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH": {
      const cells = Array.isArray(record) ? record.length : Number(column)
      return invalid(
        `In ${place}, the row that ends at ${line} has a different number of cells than the first: ${cells}. Check its quotes, and whether the delimiter is ${JSON.stringify(delimiter)}.`
      )
    }
    case "CSV_QUOTE_NOT_CLOSED":
      return invalid(`In ${place}, a quote that opens a cell at ${line} is never closed.`)
    case "INVALID_OPENING_QUOTE":
      return invalid(
        `In ${place}, there is a quote within a cell at ${line}; put the whole cell in quotes, and double the quotes in it.`
      )
    case "CSV_INVALID_CLOSING_QUOTE":
      return invalid(
        `In ${place}, text follows the closing quote of a cell at ${line}; double the quotes within a cell.`
      )
    default:
      return invalid(`Invalid CSV in ${place}, at ${line}.`)
  }
}

const shown = (name: string): string => JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)

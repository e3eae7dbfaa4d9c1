import type { Json } from "@toolgate/core"
import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { readText } from "@toolgate/toolbox-base/jobs"
import { inferValue } from "../csv/inferValue.ts"
import { type HowWritten, readCsv } from "../csv/readCsv.ts"
import { measureColumns, takeFirst } from "../json/inline.ts"

interface JobArgs extends SentText, HowWritten {
  readonly inferTypes: boolean
  readonly maxRows: number
}

/** The first rows of a table as objects, and the total. */
export interface RowsOfCsv {
  readonly rows: ReadonlyArray<{ readonly [column: string]: Json }>
  readonly columns: ReadonlyArray<string>
  readonly total: number
  readonly cut: boolean
}

/** A job that converts the rows of a CSV text to objects. */
export const convert = async (
  { inferTypes, maxRows, delimiter, header, ...given }: JobArgs,
  _: unknown,
  ask: Ask
): Promise<RowsOfCsv> => {
  const { columns, rows } = await readCsv({ ...(await readText(given, ask)), delimiter, header })
  measureColumns(columns)
  const objects = rows.slice(0, maxRows).map((cells) =>
    Object.fromEntries(
      columns.map((column, at) => {
        const cell = cells[at] ?? ""
        return [column, inferTypes ? inferValue(cell) : cell]
      })
    )
  )
  const kept = takeFirst(objects, columns)
  return { rows: kept, columns, total: rows.length, cut: kept.length < rows.length }
}

import type { DatabaseSync } from "node:sqlite"
import { invalid } from "@toolgate/toolbox-base/jobs"
import type { Table } from "./Table.ts"

/** Creates and fills tables in a database. */
export const fill = (database: DatabaseSync, tables: ReadonlyArray<Table>): void => {
  const seen = new Set<string>()
  database.exec("BEGIN")
  for (const { name, columns, rows } of tables) {
    if (!/^[A-Za-z_]\w*$/.test(name) || /^(?:sqlite|pragma)_/i.test(name))
      throw invalid(
        `A table cannot be named ${JSON.stringify(name)}; write letters, digits and "_", and begin neither with a digit nor with "sqlite_".`
      )
    if (seen.has(name.toLowerCase())) throw invalid(`Two tables are named "${name}"; SQL ignores upper and lower case.`)
    seen.add(name.toLowerCase())
    checkColumns(name, columns)
    database.exec(`CREATE TABLE ${named(name)} (${columns.map((one) => `${named(one.name)} ${one.affinity}`).join()})`)
    const insert = database.prepare(`INSERT INTO ${named(name)} VALUES (${columns.map(() => "?").join()})`)
    for (const row of rows) insert.run(...row)
  }
  database.exec("COMMIT")
}

const checkColumns = (table: string, columns: Table["columns"]): void => {
  if (columns.length === 0)
    throw invalid(`The table "${table}" has no columns; give it at least one object, or a header.`)
  if (columns.length > mostColumns) throw invalid(`The table "${table}" has more than ${mostColumns} columns.`)
  const seen = new Set<string>()
  for (const { name } of columns) {
    if (name.includes("\0")) throw invalid(`A column of the table "${table}" has a name that SQL cannot write.`)
    if (seen.has(name.toLowerCase()))
      throw invalid(`The table "${table}" has two columns ${JSON.stringify(name)}; SQL ignores upper and lower case.`)
    seen.add(name.toLowerCase())
  }
}

/** SQLite's limit. */
const mostColumns = 2000

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

import type { DatabaseSync } from "node:sqlite"
import { impossible, invalid, type JobFailed } from "@toolgate/toolbox-base/jobs"
import { describePosition } from "@toolgate/toolbox-base/json"
import type { Table } from "./Table.ts"

/** Returns a query's error, with the position if SQLite names a word of the query. */
export const describeSqlFault = (
  cause: unknown,
  sql: string,
  database: DatabaseSync,
  tables: ReadonlyArray<Table>
): JobFailed => {
  const said = cause instanceof Error ? cause.message : ""
  const near = /^near "(.*)": syntax error$/s.exec(said)?.[1]
  if (near !== undefined)
    return unreadable(`at ${placeOf(near, said, sql, database)}, ${JSON.stringify(near)} is not expected`)
  const token = /^unrecognized token: "(.*)"$/s.exec(said)?.[1]
  if (token !== undefined)
    return unreadable(
      `at ${describePosition(sql, sql.indexOf(token))}, a string, a name or a character is not valid SQL`
    )
  if (said === "incomplete input") return unreadable("it ends too early")
  if (/contains no statements/.test(said)) return unreadable("it has no statement")
  const table = /^no such table: (.*)$/s.exec(said)?.[1]
  if (table !== undefined)
    return invalid(`There is no table ${JSON.stringify(table)}; there is ${listed(tables.map(({ name }) => name))}.`)
  const column = /^no such column: (.*)$/s.exec(said)?.[1]
  if (column !== undefined)
    return invalid(
      `There is no column ${JSON.stringify(column)}; ${tables.map((one) => `"${one.name}" has ${listed(one.columns.map(({ name }) => name))}`).join(", ")}. Put strings in single quotes.`
    )
  if (/not authorized|authorization denied|prohibited/.test(said))
    return invalid('The argument "sql" does more than read; write one SELECT, which may begin with WITH.')
  if (/too big|out of memory/.test(said)) return impossible("A value in the query becomes too large; make it smaller.")
  return impossible(`SQLite cannot run the query: ${said.slice(0, 200) || "it says no more"}.`)
}

const unreadable = (why: string): JobFailed => invalid(`The argument "sql" cannot be read: ${why}.`)

/** Returns the position of the wrong word: the end of the shortest prefix with the same error. */
const placeOf = (word: string, said: string, sql: string, database: DatabaseSync): string => {
  let at = sql.indexOf(word)
  for (let next = at, tries = 0; next >= 0 && tries < mostTries; next = sql.indexOf(word, next + 1), tries += 1) {
    at = next
    if (problemOf(sql.slice(0, next + word.length), database) === said) break
  }
  return describePosition(sql, Math.max(at, 0))
}

const mostTries = 1000

const problemOf = (sql: string, database: DatabaseSync): string | undefined => {
  try {
    database.prepare(sql)
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}

const listed = (names: ReadonlyArray<string>): string => {
  if (names.length === 0) return "none"
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 64)))
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ")
}

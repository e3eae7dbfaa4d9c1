import { join } from "node:path"
import { postgresProgram, postgresServer } from "./PostgresServer.ts"

/** The `describe` of a test runner that can skip. */
interface Describe {
  (name: string, body: () => void): unknown
  readonly skip: (name: string, body: () => void) => unknown
}

/**
 * Declares tests for each kind of database that keeps stores. `newPlace` returns the place of a new, empty store; those in files lie in
 * folders that `newFolder` makes. Databases that are not installed are skipped. Tests that start many processes may try SQLite alone.
 */
export const describeEachDatabase = (
  describe: Describe,
  newFolder: () => string,
  name: string,
  tests: (newPlace: () => Promise<string>) => void,
  triesPostgres = true
): void => {
  describe(`${name}, in SQLite`, () => tests(async () => join(newFolder(), "store.sqlite")))
  if (!triesPostgres) return
  const isHere = postgresProgram("initdb") !== undefined
  const describePostgres = isHere ? describe : describe.skip
  describePostgres(`${name}, in PostgreSQL`, () => tests(async () => (await postgresServer()).database()))
}

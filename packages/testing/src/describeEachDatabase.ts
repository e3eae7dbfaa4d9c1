import { join } from "node:path"
import { findPostgresProgram, startPostgresServer } from "./PostgresServer.ts"

/** The `describe` of a test runner that can skip. */
interface Describe {
  (name: string, body: () => void): unknown
  readonly skip: (name: string, body: () => void) => unknown
}

/**
 * Declares tests for SQLite and PostgreSQL. `newPlace` returns the address of a new, empty store; SQLite files are in
 * folders made by `newFolder`. Skips databases that are not installed. Tests that start many processes may use SQLite
 * only.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeEachDatabase } from "@toolgate/testing"
 *
 * // Stands for `describe` of vitest.
 * const suites: Array<string> = []
 * const describe = Object.assign((name: string, _add: () => void) => void suites.push(name), { skip: () => {} })
 * describeEachDatabase(
 *   describe,
 *   () => "/tmp/stores",
 *   "claims",
 *   (newPlace) => void newPlace,
 *   false
 * )
 * assert.deepEqual(suites, ["claims, in SQLite"])
 * ```
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
  const isHere = findPostgresProgram("initdb") !== undefined
  const describePostgres = isHere ? describe : describe.skip
  describePostgres(`${name}, in PostgreSQL`, () => tests(async () => (await startPostgresServer()).database()))
}

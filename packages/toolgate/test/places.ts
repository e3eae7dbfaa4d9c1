import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgresProgram, postgresServer } from "@toolgate/testing"
import { describe, onTestFinished } from "vitest"

/** Returns a folder that is removed when the test has ended. */
export const newFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-stored-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const kinds = [
  { kind: "SQLite", newPlace: async () => join(newFolder(), "store.sqlite"), isHere: true },
  {
    kind: "PostgreSQL",
    newPlace: async () => (await postgresServer()).database(),
    isHere: postgresProgram("initdb") !== undefined
  }
] as const

/** Declares tests for each kind of database. They are skipped where the database is not installed. */
export const describeEach = (name: string, tests: (newPlace: () => Promise<string>) => void): void => {
  for (const { kind, newPlace, isHere } of kinds) describe.skipIf(!isHere)(`${name}, in ${kind}`, () => tests(newPlace))
}

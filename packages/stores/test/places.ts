import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeEachDatabase, isNight } from "@toolgate/testing"
import { describe, onTestFinished } from "vitest"

/** Returns a folder that is removed when the test has ended. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-stores-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Declares tests that start many processes: by day only for SQLite, and at night for each kind of database. */
export const describeProcesses: typeof describeEach = (name, tests) =>
  describeEachDatabase(describe, newFolder, name, tests, isNight)

/** Declares tests for each kind of database. They are skipped if the database is not installed. */
export const describeEach = (name: string, tests: (newPlace: () => Promise<string>) => void): void =>
  describeEachDatabase(describe, newFolder, name, tests)

import { expect } from "vitest"
import type { Failure } from "./runSuite.ts"

/** The checks that fail, each with its reason: as `scenario:check`, or as a scenario with all of its checks. */
export type Reasons = Readonly<Record<string, string>>

/** Expects the failures that have their reason in the file of expected failures: these, and all of these. */
export const expectOnly = (failed: ReadonlyArray<Failure>, expected: Reasons) => {
  const lines = Object.keys(expected).filter((line) => !failed.some(({ check }) => isExpected({ [line]: "" }, check)))
  expect({ news: failed.filter(({ check }) => !isExpected(expected, check)), isPassedNow: lines }).toEqual({
    news: [],
    isPassedNow: []
  })
}

/** Whether a line names the check. */
const isExpected = (reasons: Reasons, check: string): boolean =>
  Object.keys(reasons).some((line) => check === line || check.startsWith(`${line}:`))

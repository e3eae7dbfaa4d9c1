import { expect } from "vitest"
import type { Failure } from "./runSuite.ts"

/** The expected failures with reasons, as `scenario:check` or as a whole scenario. */
export type Reasons = Readonly<Record<string, string>>

/** Fails unless exactly the expected checks failed. */
export const expectOnly = (failed: ReadonlyArray<Failure>, expected: Reasons) => {
  const lines = Object.keys(expected).filter((line) => !failed.some(({ check }) => isExpected({ [line]: "" }, check)))
  expect({ news: failed.filter(({ check }) => !isExpected(expected, check)), isPassedNow: lines }).toEqual({
    news: [],
    isPassedNow: []
  })
}

const isExpected = (reasons: Reasons, check: string): boolean =>
  Object.keys(reasons).some((line) => check === line || check.startsWith(`${line}:`))

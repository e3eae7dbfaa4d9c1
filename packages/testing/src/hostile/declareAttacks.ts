import { deepEqual } from "node:assert/strict"
import { findFailedRows } from "../findFailedRows.ts"
import type { SuiteFunctions } from "../SuiteFunctions.ts"

/** Declares one test of many attacks. Its failure names each successful attack. */
export const declareAttacks = <Row>(
  suite: SuiteFunctions,
  name: string,
  rows: ReadonlyArray<readonly [name: string, row: Row]>,
  check: (row: Row) => unknown
): void => suite.it(name, async () => deepEqual(await findFailedRows(rows, check), {}))

/**
 * Checks each row of a table and returns the failures by row name, so that one test shows every failing row.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findFailedRows } from "@toolgate/testing"
 *
 * const rows = [
 *   ["two", 2],
 *   ["three", 3]
 * ] as const
 * const failed = await findFailedRows(rows, (number) => {
 *   if (number % 2 === 1) throw new Error("It is odd.")
 * })
 * assert.deepEqual(failed, { three: "It is odd." })
 * ```
 */
export const findFailedRows = async <Row>(
  rows: ReadonlyArray<readonly [name: string, row: Row]>,
  check: (row: Row) => unknown
): Promise<Readonly<Record<string, string>>> => {
  const failed: Array<[string, string]> = []
  for (const [name, row] of rows)
    try {
      await check(row)
    } catch (error) {
      failed.push([name, error instanceof Error ? error.message : String(error)])
    }
  return Object.fromEntries(failed)
}

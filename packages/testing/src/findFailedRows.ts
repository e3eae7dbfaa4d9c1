/** Checks each row of a table and returns the failures by row name, so that one test shows every failing row. */
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

/**
 * Checks each row of a large table, and returns the reasons of those that fail, by their names. With it, a table is one test whose failure
 * shows all of them.
 */
export const failedRows = async <Row>(
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

import { ToolValidationError } from "@toolgate/core"

/** Checks that the rows of a matrix have equal length, and returns it. */
export const checkMatrix = (rows: ReadonlyArray<ReadonlyArray<number>>, argument: string): number => {
  const columns = rows[0]?.length ?? 0
  const ragged = rows.findIndex((row) => row.length !== columns)
  if (ragged >= 0)
    throw new ToolValidationError({
      message: `The row ${ragged + 1} of the matrix "${argument}" has ${rows[ragged]?.length} numbers and the first has ${columns}; make all rows equally long.`
    })
  return columns
}

export const checkSquare = (rows: ReadonlyArray<ReadonlyArray<number>>, argument: string): void => {
  const columns = checkMatrix(rows, argument)
  if (columns !== rows.length)
    throw new ToolValidationError({
      message: `The matrix "${argument}" has ${rows.length} rows and ${columns} columns; eigenvalues need a square matrix, and "matrix_svd" takes any.`
    })
}

/** Flattens a matrix row by row. Cloning a call's frozen lists to a worker would be slow. */
export const flattenMatrix = (rows: ReadonlyArray<ReadonlyArray<number>>, columns: number): Float64Array => {
  const numbers = new Float64Array(rows.length * columns)
  for (const [at, row] of rows.entries()) numbers.set(row, at * columns)
  return numbers
}

/** Splits a matrix's numbers into rows. */
export const splitRows = (numbers: ReadonlyArray<number>, columns: number): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: numbers.length / columns }, (_, row) => numbers.slice(row * columns, (row + 1) * columns))

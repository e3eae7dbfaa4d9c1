import { impossible } from "@toolgate/toolbox-base/jobs"
import { splitRows } from "../checkMatrix.ts"
import { Native } from "../native/Native.ts"
import { requireFinite } from "../requireFinite.ts"

interface JobArgs {
  /** The numbers of the matrix, row by row. */
  readonly matrix: Float64Array
  readonly columns: number
}

/** The singular values of a matrix, largest first, with both vectors of each. */
export interface Singular {
  readonly pairs: ReadonlyArray<{ readonly u: Array<number>; readonly v: Array<number> }>
  readonly s: Array<number>
  readonly rank: number
  readonly condition?: number
}

/** A job that computes the singular value decomposition of a matrix. */
export const decomposeMatrix = async ({ matrix, columns }: JobArgs): Promise<Singular> => {
  const native = await Native.make()
  const rows = matrix.length / columns
  const values = Math.min(rows, columns)
  const [u, s, v] = [native.room(rows * values), native.room(values), native.room(columns * values)] as const
  if (native.run("svd", rows, columns, native.given(matrix), u, s, v) < 0)
    throw impossible(
      "The singular values were not found within the limit of steps; scale the matrix, so that its largest numbers are nearer to 1."
    )
  const found = [...requireFinite(native.taken(s, values))]
  const [left, right] = [
    splitRows(requireFinite(native.taken(u, rows * values)), values),
    splitRows(requireFinite(native.taken(v, columns * values)), values)
  ]
  const pairs = found.map((_, at) => ({ u: left.map((row) => row[at] ?? 0), v: right.map((row) => row[at] ?? 0) }))
  const [greatest = 0, least = 0] = [found[0], found.at(-1)]
  const rank = found.filter((value) => value / greatest > Math.max(rows, columns) * Number.EPSILON).length
  const condition = greatest / least
  return { pairs, s: found, rank, ...(Number.isFinite(condition) ? { condition } : {}) }
}

import { impossible } from "@toolgate/toolbox-base/jobs"
import { splitRows } from "../checkMatrix.ts"
import { Native } from "../native/Native.ts"
import { requireFinite } from "../requireFinite.ts"

interface JobArgs {
  /** The numbers of the matrix, row by row. */
  readonly matrix: Float64Array
  readonly size: number
  readonly vectors: boolean
}

type Vector = { readonly re: ReadonlyArray<number>; readonly im: ReadonlyArray<number> }

/** The eigenvalues of a matrix, with an eigenvector for each. */
export interface Eigenvalues {
  readonly values: ReadonlyArray<{ readonly re: number; readonly im: number }>
  readonly vectors?: ReadonlyArray<Vector>
}

/** A job that computes the eigenvalues of a square matrix. */
export const computeEigenvalues = async ({ matrix, size, vectors }: JobArgs): Promise<Eigenvalues> => {
  const native = await Native.make()
  const [re, im] = [native.room(size), native.room(size)]
  const rooms = [native.room(vectors ? size * size : 0), native.room(vectors ? size * size : 0)] as const
  if (native.run("eigen", size, native.given(matrix), vectors ? 1 : 0, re, im, ...rooms) < 0)
    throw impossible(
      "The eigenvalues were not found within the limit of steps; scale the matrix, so that its largest numbers are nearer to 1."
    )
  const imaginary = requireFinite(native.taken(im, size))
  const values = requireFinite(native.taken(re, size)).map((real, at) => ({ re: real, im: imaginary[at] ?? 0 }))
  if (!vectors) return { values }
  const [real, unreal] = rooms.map((room) => splitRows(requireFinite(native.taken(room, size * size)), size))
  const column = (rows: ReadonlyArray<ReadonlyArray<number>> | undefined, at: number) =>
    rows?.map((row) => row[at] ?? 0) ?? []
  return { values, vectors: values.map((_, at) => ({ re: column(real, at), im: column(unreal, at) })) }
}

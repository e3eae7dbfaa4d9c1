import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { flattenMatrix } from "../src/checkMatrix.ts"
import { computeEigenvalues } from "../src/matrix-eigenvalues/computeEigenvalues.ts"
import { solve } from "../src/matrix-solve/solve.ts"
import { decomposeMatrix } from "../src/matrix-svd/decomposeMatrix.ts"

type Rows = ReadonlyArray<ReadonlyArray<number>>

const part = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.integer({ min: -3, max: 3 }).map((each) => each / 4),
  fc.constantFrom(1, -1, 1e-8, 1e-120, 1e-290)
)
const rows = (height: number, width: number) =>
  fc.array(fc.array(part, { minLength: width, maxLength: width }), { minLength: height, maxLength: height })
const side = fc.integer({ min: 1, max: 6 })
const square = side.chain((size) => rows(size, size))
const symmetric = square.map((a) => a.map((row, i) => row.map((each, j) => (i < j ? each : (a[j]?.[i] ?? 0)))))
/** Powers of two from about 1e-300 to 1e300. */
const power = fc.integer({ min: -996, max: 996 })

/** Multiplies by a power of two in two halves, neither of which overflows. */
const times = (x: number, power: number) => x * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2))
const scaled = (a: Rows, power: number) => a.map((row) => row.map((each) => times(each, power)))
const given = (a: Rows) => flattenMatrix(a, a[0]?.length ?? 0)
const largest = (numbers: ReadonlyArray<number>) => Math.max(0, ...numbers.map(Math.abs))
/** Removes digits that the scale underflows, because the tool never sees them. */
const back = (a: Rows, power: number) => scaled(scaled(a, power), -power)
const applied = (a: Rows, x: ReadonlyArray<number>) =>
  a.map((row) => row.reduce((sum, each, at) => sum + each * (x[at] ?? 0), 0))
const tolerance = 1e-13
/** Returns the tolerance for a result. A subnormal result is rounded to a multiple of the smallest number. */
const allowed = (norm: number, power: number) => tolerance * norm + times(Number.MIN_VALUE, -power)
/** A matrix whose double eigenvalue of 1e-8 comes from a block of numbers near 0.35. */
const doubled: Rows = [
  [1e-120, 0, 0],
  [-1, 1e-8, 0],
  [1.4916681462400417e-154, 1e-8, 1e-8]
]
/** A matrix whose singular values are subnormal at a scale of 2^-634. */
const level: Rows = [
  [1e-120, 1e-120],
  [1e-290, 1e-120]
]

it("finds pairs of eigenvalues and eigenvectors at any scale", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(square, symmetric), power, async (a, power) => {
      const matrix = back(a, power)
      const size = matrix.length
      const { values, vectors = [] } = await computeEigenvalues({
        matrix: given(scaled(a, power)),
        size,
        vectors: true
      })
      const norm = largest(matrix.flat())
      for (const [at, { re, im }] of values.entries()) {
        const { re: x = [], im: y = [] } = vectors[at] ?? {}
        expect(Math.hypot(...x, ...y)).toBeCloseTo(1, 12)
        const [real, unreal] = [times(re, -power), times(im, -power)]
        const [ax, ay] = [applied(matrix, x), applied(matrix, y)]
        const away = ax.flatMap((each, row) => [
          each - real * (x[row] ?? 0) + unreal * (y[row] ?? 0),
          (ay[row] ?? 0) - real * (y[row] ?? 0) - unreal * (x[row] ?? 0)
        ])
        expect(largest(away)).toBeLessThanOrEqual(allowed(norm, power))
      }
    }),
    { ...runs(300), examples: [[doubled, 0]] }
  )
})

it("decomposes a matrix at any scale into parts that reconstruct it", async () => {
  const some = fc.tuple(side, side).chain(([height, width]) => rows(height, width))
  await fc.assert(
    fc.asyncProperty(some, power, async (a, power) => {
      const matrix = back(a, power)
      const columns = matrix[0]?.length ?? 0
      const { pairs, s } = await decomposeMatrix({ matrix: given(scaled(a, power)), columns })
      const norm = largest(matrix.flat())
      const away = matrix.flatMap((row, i) =>
        row.map((each, j) =>
          pairs.reduce((left, { u, v }, at) => left - (u[i] ?? 0) * times(s[at] ?? 0, -power) * (v[j] ?? 0), each)
        )
      )
      expect(largest(away)).toBeLessThanOrEqual(allowed(norm, power))
      for (const [at, one] of pairs.entries())
        for (const [other, two] of pairs.entries())
          for (const side of ["u", "v"] as const) {
            const [product = 0] = applied([one[side]], two[side])
            expect(Math.abs(product - (at === other ? 1 : 0))).toBeLessThanOrEqual(tolerance)
          }
    }),
    { ...runs(300), examples: [[level, -634]] }
  )
})

it("solves equations at any scale", async () => {
  const system = side.chain((size) => fc.tuple(rows(size, size), fc.array(part, { minLength: size, maxLength: size })))
  await fc.assert(
    fc.asyncProperty(system, power, power, async ([some, x], power, unit) => {
      fc.pre(Math.abs(power + unit) <= 996)
      // Diagonal dominance makes the rows independent.
      const a = some.map((row, i) => row.map((each, j) => (i === j ? each + 8 : each)))
      const wanted = x.map((each) => each + 1.5)
      const b = applied(a, wanted).map((each) => times(each, power + unit))
      const found = await solve({ a: given(scaled(a, power)), columns: a.length, b })
      expect(found.rank).toBe(a.length)
      const away = found.x.map((each, at) => times(each, -unit) - (wanted[at] ?? 0))
      expect(largest(away)).toBeLessThanOrEqual(tolerance * largest(wanted))
      expect(times(found.residual ?? 0, -power - unit)).toBeLessThanOrEqual(tolerance * 10)
    }),
    runs(300)
  )
})

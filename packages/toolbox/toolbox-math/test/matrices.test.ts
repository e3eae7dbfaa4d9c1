import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { matrixEigenvalues, matrixSolve, matrixSvd } from "../src/index.ts"

/** Returns a matrix of pseudo-random but fixed numbers. */
const scattered = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => Math.sin(12.9898 * (i + 1) + 78.233 * (j + 1) * (i + 2)))
  )
const hilbert = (size: number) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => 1 / (i + j + 1)))
const large = scattered(500, 500)

testTool(matrixSolve, {
  good: {
    name: "solves equations",
    args: {
      a: [
        [4, -2, 1],
        [-2, 4, -2],
        [1, -2, 4]
      ],
      b: [11, -16, 17]
    },
    check: ({ output }) => {
      const { x, rank } = output.value as { x: ReadonlyArray<number>; rank: number }
      expect(rank).toBe(3)
      for (const [at, wanted] of [1, -2, 3].entries()) expect(x[at]).toBeCloseTo(wanted, 12)
    }
  },
  edge: [
    {
      name: "finds the least squares of a line through three points",
      args: {
        a: [
          [1, 0],
          [1, 1],
          [1, 2]
        ],
        b: [6, 0, 0]
      },
      text: "[There are more equations than unknowns: x is the least-squares solution.]",
      check: ({ output }) => {
        const { x, residual } = output.value as { x: ReadonlyArray<number>; residual: number }
        expect(x[0]).toBeCloseTo(5, 12)
        expect(x[1]).toBeCloseTo(-3, 12)
        expect(residual).toBeCloseTo(Math.sqrt(6), 12)
      }
    },
    {
      name: "says the rank of a singular matrix, and finds the shortest solution",
      args: {
        a: [
          [1, 1],
          [1, 1]
        ],
        b: [2, 2]
      },
      text: '[The rank of "a" is 1 and it has 2 columns, so that it is singular: x is the shortest of its least-squares solutions.]',
      check: ({ output }) => {
        const { x, rank } = output.value as { x: ReadonlyArray<number>; rank: number }
        expect(rank).toBe(1)
        for (const each of x) expect(each).toBeCloseTo(1, 12)
      }
    },
    {
      name: "finds the rank whatever the units of the unknowns are",
      args: {
        a: [
          [1, 1e-20],
          [1, -1e-20]
        ],
        b: [3, -1]
      },
      value: { rank: 2 },
      check: ({ output }) => {
        const { x } = output.value as { x: ReadonlyArray<number> }
        expect(x[0]).toBeCloseTo(1, 14)
        expect((x[1] ?? 0) / 2e20).toBeCloseTo(1, 14)
      }
    },
    {
      name: "takes what is all but zero as zero",
      args: { a: [[5e-324, 1]], b: [1.5] },
      value: { x: [0, 1.5], rank: 1 }
    },
    { name: "finds nothing in zeros", args: { a: [[0]], b: [0] }, value: { x: [0], rank: 0 } }
  ],
  bad: [
    { name: "rows of different lengths", args: { a: [[1, 2], [3]], b: [1, 2] }, says: "row 2" },
    { name: "too few numbers on the right", args: { a: [[1], [2]], b: [1] }, says: "2 rows" },
    { name: "no rows", args: { a: [], b: [] }, says: "a" },
    { name: "an empty row", args: { a: [[]], b: [1] }, says: "a" },
    { name: "a text in the matrix", args: { a: [["1"]], b: [1] }, says: "a" },
    {
      name: "numbers that become infinite",
      args: { a: [[1e-300]], b: [1e300] },
      says: "scale",
      class: "execution_error"
    }
  ],
  cancel: { args: { a: large, b: large[0] ?? [] } },
  worst: { args: { a: large, b: large[0] ?? [] }, ends: ["result", "limit"] }
})

testTool(matrixEigenvalues, {
  good: {
    name: "finds the eigenvalues and vectors of a symmetric matrix",
    args: {
      matrix: [
        [2, 1],
        [1, 2]
      ],
      vectors: true
    },
    check: ({ output }) => {
      const { values, vectors } = output.value as {
        values: ReadonlyArray<{ re: number; im: number }>
        vectors: ReadonlyArray<{ re: ReadonlyArray<number> }>
      }
      expect(values[0]?.re).toBeCloseTo(1, 14)
      expect(values[1]?.re).toBeCloseTo(3, 14)
      expect(Math.abs(vectors[1]?.re[0] ?? 0)).toBeCloseTo(Math.SQRT1_2, 14)
    }
  },
  edge: {
    name: "cuts vectors that are too long, and keeps all values",
    args: { matrix: scattered(100, 100), vectors: true },
    value: { cut: true },
    text: "[Cut:",
    check: ({ output }) => expect((output.value as { values: ReadonlyArray<unknown> }).values).toHaveLength(100)
  },
  bad: [
    { name: "a matrix that is not square", args: { matrix: [[1, 2]] }, says: "1 rows and 2 columns" },
    { name: "rows of different lengths", args: { matrix: [[1, 2], [3]] }, says: "row 2" },
    { name: "no rows", args: { matrix: [] }, says: "matrix" },
    { name: "a null", args: { matrix: [[null]] }, says: "matrix" },
    { name: "a matrix that is too large", args: { matrix: [Array(501).fill(1)] }, says: "matrix" }
  ],
  cancel: { args: { matrix: large, vectors: true } },
  worst: { args: { matrix: scattered(300, 300) }, ends: ["result", "limit"] }
})

testTool(matrixSvd, {
  good: {
    name: "finds singular values",
    args: {
      matrix: [
        [3, 0],
        [0, -2]
      ]
    },
    value: { s: [3, 2], rank: 2, condition: 1.5 }
  },
  edge: [
    {
      name: "says the rank of a wide matrix, and no condition",
      args: { matrix: [[0, 0, 0]] },
      check: ({ output }) => expect(output.value).toMatchObject({ s: [0], rank: 0 })
    },
    {
      name: "cuts vectors that are too long, and keeps all values",
      args: { matrix: scattered(90, 60) },
      value: { cut: true },
      text: "[Cut:"
    }
  ],
  bad: [
    { name: "no matrix", args: {}, says: "matrix" },
    { name: "rows of different lengths", args: { matrix: [[1, 2], [3]] }, says: "row 2" },
    { name: "a list of numbers", args: { matrix: [1, 2] }, says: "matrix" },
    { name: "a text", args: { matrix: "1 2" }, says: "matrix" },
    { name: "an unknown argument", args: { matrix: [[1]], full: true }, says: "full" }
  ],
  cancel: { args: { matrix: large } },
  worst: { args: { matrix: scattered(300, 300) }, ends: ["result", "limit"] }
})

// The condition numbers of Hilbert matrices, from the manuals of MATLAB and Mathematica and from Higham, "Accuracy and
// Stability of Numerical Algorithms", table 28.1.
describe("a Hilbert matrix", () => {
  it.each([
    [4, 1.5514e4],
    [5, 4.7661e5],
    [6, 1.4951e7],
    [7, 4.7537e8],
    [8, 1.5258e10],
    [9, 4.9315e11],
    [10, 1.6024e13]
  ])(
    "of size %d has the condition number %d, and is solved to the corresponding precision",
    async (size, condition) => {
      await useGate([matrixSvd, matrixSolve], {}, async ({ call }) => {
        const matrix = hilbert(size)
        const found = (await call("matrix_svd", { matrix })).output.value as { condition: number; rank: number }
        expect(Math.abs(found.condition / condition - 1)).toBeLessThan(2e-3)
        expect(found.rank).toBe(size)
        const b = matrix.map((row) => row.reduce((sum, each) => sum + each, 0))
        const { x } = (await call("matrix_solve", { a: matrix, b })).output.value as { x: ReadonlyArray<number> }
        for (const each of x) expect(Math.abs(each - 1)).toBeLessThan(condition * 2.2e-16)
      })
    }
  )

  // So close to a singular matrix, the smallest singular values are noise. The shortest solution still has the
  // remaining digits.
  it.each([11, 12])("of size %d is rank-deficient numerically, and is solved to the remaining digits", async (size) => {
    await useGate([matrixSvd, matrixSolve], {}, async ({ call }) => {
      const matrix = hilbert(size)
      const found = (await call("matrix_svd", { matrix })).output.value as { condition: number; rank: number }
      expect(found.condition).toBeGreaterThan(5e14)
      expect(found.rank).toBe(size - 1)
      const b = matrix.map((row) => row.reduce((sum, each) => sum + each, 0))
      const { x } = (await call("matrix_solve", { a: matrix, b })).output.value as { x: ReadonlyArray<number> }
      for (const each of x) expect(Math.abs(each - 1)).toBeLessThan(0.02)
    })
  })

  // The smallest eigenvalue for size 4 is from Fettis and Caslin, "Eigenvalues and eigenvectors of Hilbert matrices"
  // (1967).
  it("of size 4 has its published eigenvalues", async () => {
    await useGate([matrixEigenvalues], {}, async ({ call }) => {
      const { values } = (await call("matrix_eigenvalues", { matrix: hilbert(4) })).output.value as {
        values: ReadonlyArray<{ re: number }>
      }
      for (const [at, wanted] of [
        9.67023040225868e-5, 0.006738273605760748, 0.1691412202214498, 1.500214280059243
      ].entries())
        expect(Math.abs((values[at]?.re ?? 0) - wanted)).toBeLessThan(1e-14)
    })
  })
})

it("reconstructs a large matrix from its parts", async () => {
  await useGate([matrixSolve], {}, async ({ call }) => {
    const wanted = large.map((_, at) => Math.cos(at))
    const b = large.map((row) => row.reduce((sum, each, at) => sum + each * (wanted[at] ?? 0), 0))
    const { x, rank } = (await call("matrix_solve", { a: large, b })).output.value as {
      x: ReadonlyArray<number>
      rank: number
    }
    expect(rank).toBe(500)
    for (const [at, each] of x.entries()) expect(Math.abs(each - (wanted[at] ?? 0))).toBeLessThan(1e-8)
  })
})

import { expect, it } from "vitest"
import { flattenMatrix } from "../../src/checkMatrix.ts"
import { solve } from "../../src/matrix-solve/solve.ts"
import { countDigits, parseNumbers } from "./parseNumbers.ts"
import { filipX, filipY, longley } from "./regressionSets.ts"

const polynomial = (xs: ReadonlyArray<number>, degree: number) =>
  xs.map((x) => Array.from({ length: degree + 1 }, (_, power) => x ** power))

const wampler = polynomial(
  Array.from({ length: 21 }, (_, x) => x),
  5
)
const ones = [1, 1, 1, 1, 1, 1]
const tenths = parseNumbers("1 0.1 0.01 0.001 0.0001 0.00001")
const exact = (coefficients: ReadonlyArray<number>) =>
  wampler.map((row) => row.reduce((sum, power, at) => sum + power * (coefficients[at] ?? 0), 0))

// The errors of Wampler3, which are a hundred and ten thousand times larger in Wampler4 and Wampler5. They do not
// change the coefficients.
const errors = parseNumbers(`
  759 -2048 2048 -2048 2523 -2048 2048 -2048 1838 -2048 2048 -2048 1838 -2048 2048 -2048 2523 -2048 2048 -2048 759
`)
const disturbed = (by: number) => exact(ones).map((y, at) => y + by * (errors[at] ?? 0))

const certifiedLongley = parseNumbers(`
  -3482258.63459582 15.0618722713733 -0.0358191792925910 -2.02022980381683 -1.03322686717359 -0.0511041056535807 1829.15146461355
`)
const certifiedFilip = parseNumbers(`
  -1467.48961422980 -2772.17959193342 -2316.37108160893 -1127.97394098372 -354.478233703349 -75.1242017393757 -10.8753180355343
  -1.06221498588947 -0.0670191154593408 -0.00246781078275479 -0.0000402962525080404
`)

// NIST Statistical Reference Datasets, linear regression: https://www.itl.nist.gov/div898/strd/lls/lls.shtml The
// residuals are certified by the sum of their squares.
it.each([
  {
    name: "Longley",
    a: longley.map((row) => row.slice(0, 7)),
    b: longley.map((row) => row[7] ?? 0),
    x: certifiedLongley,
    squares: 836424.055505915,
    least: 11
  },
  { name: "Filip", a: polynomial(filipX, 10), b: filipY, x: certifiedFilip, squares: 0.000795851382172941, least: 7 },
  { name: "Wampler1", a: wampler, b: exact(ones), x: ones, squares: 0, least: 9 },
  { name: "Wampler2", a: wampler, b: exact(tenths), x: tenths, squares: 0, least: 12 },
  { name: "Wampler3", a: wampler, b: disturbed(1), x: ones, squares: 83554268, least: 9 },
  { name: "Wampler4", a: wampler, b: disturbed(100), x: ones, squares: 835542680000, least: 8 },
  { name: "Wampler5", a: wampler, b: disturbed(10_000), x: ones, squares: 8355426800000000, least: 6 }
])("finds the coefficients of $name to $least digits", async ({ a, b, x, squares, least }) => {
  const { residual = Number.NaN, ...found } = await solve({ a: flattenMatrix(a, x.length), columns: x.length, b })
  expect(found.rank).toBe(x.length)
  for (const [at, certified] of x.entries()) expect(countDigits(found.x[at] ?? 0, certified)).toBeGreaterThan(least)
  if (squares === 0) expect(residual).toBeLessThan(1e-8)
  else expect(countDigits(residual ** 2, squares)).toBeGreaterThan(least)
})

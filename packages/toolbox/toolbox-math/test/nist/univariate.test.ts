import { expect, it } from "vitest"
import { describe } from "../../src/statistics/describe.ts"
import { countDigits } from "./parseNumbers.ts"
import { lew, lottery, mavro, michelso } from "./univariateSets.ts"

/** Returns digits of pi, by Machin's formula. */
const piDigits = (count: number): Array<number> => {
  const one = 10n ** BigInt(count + 10)
  const arctanOf = (inverse: bigint) => {
    let power = one / inverse
    let sum = power
    for (let k = 3n; power !== 0n; k += 2n) {
      power /= -(inverse ** 2n)
      sum += power / k
    }
    return sum
  }
  const pi = 16n * arctanOf(5n) - 4n * arctanOf(239n)
  return [...String(pi)].slice(0, count).map(Number)
}

// The data set has a wrong digit here, where pi has an 8, and its certified mean includes the wrong digit.
const nistPi = piDigits(5000).with(956, 3)

const repeated = (first: number, pair: ReadonlyArray<number>) => [
  first,
  ...Array.from({ length: 500 }, () => pair).flat()
]

// NIST Statistical Reference Datasets, univariate summary statistics:
// https://www.itl.nist.gov/div898/strd/univ/homepage.html The numbers of NumAcc3 and NumAcc4 lose digits when they are
// converted to binary, which limits the deviation.
it.each([
  { name: "PiDigits", data: nistPi, mean: 4.5348, std: 2.86733906028871, least: 14.9 },
  { name: "Lottery", data: lottery, mean: 518.95871559633, std: 291.699727470969, least: 14.9 },
  { name: "Lew", data: lew, mean: -177.435, std: 277.332168044316, least: 14.9 },
  { name: "Mavro", data: mavro, mean: 2.001856, std: 0.000429123454003053, least: 13 },
  { name: "Michelso", data: michelso, mean: 299.8524, std: 0.0790105478190518, least: 13.8 },
  { name: "NumAcc1", data: [10_000_001, 10_000_003, 10_000_002], mean: 10_000_002, std: 1, least: 15 },
  { name: "NumAcc2", data: repeated(1.2, [1.1, 1.3]), mean: 1.2, std: 0.1, least: 14 },
  { name: "NumAcc3", data: repeated(1_000_000.2, [1_000_000.1, 1_000_000.3]), mean: 1_000_000.2, std: 0.1, least: 9 },
  {
    name: "NumAcc4",
    data: repeated(10_000_000.2, [10_000_000.1, 10_000_000.3]),
    mean: 10_000_000.2,
    std: 0.1,
    least: 8
  }
])("describes $name in all digits that its numbers have", ({ data, mean, std, least }) => {
  const found = describe({ data })
  expect(countDigits(found.mean, mean)).toBeGreaterThan(14.9)
  expect(countDigits(found.std ?? 0, std)).toBeGreaterThanOrEqual(least)
})

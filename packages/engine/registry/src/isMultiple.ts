/**
 * Whether a number is a multiple of another, as both are written in decimal. 19.99 is a multiple of 0.01, although the
 * quotient of their binary forms is not a whole number, and 1e-10 is not a multiple of 1, however small the difference.
 */
export const isMultiple = (value: number, of: number): boolean => {
  const left = decimal(value)
  const right = decimal(of)
  const shared = Math.min(left.exponent, right.exponent)
  return scaled(left, shared) % scaled(right, shared) === 0n
}

interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

const decimal = (value: number): Decimal => {
  const [mantissa = "0", exponent] = value.toExponential().split("e")
  const [whole = "0", fraction = ""] = mantissa.split(".")
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number) => digits * 10n ** BigInt(exponent - to)

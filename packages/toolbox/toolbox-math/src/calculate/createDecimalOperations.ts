import { impossible } from "@toolgate/toolbox-base/jobs"
import type { MathOperation } from "../expression/operations.ts"
import {
  type Approximation,
  approximate,
  type Decimals,
  exact,
  getMagnitude,
  mayBeZero,
  unknown
} from "./Approximation.ts"

type Apply = (a: Approximation, b: Approximation) => Approximation

/**
 * Returns the operations on decimal numbers, which propagate errors: the arguments' errors times the operation's
 * slopes. `isLast`: a result that is indistinguishable from an integer counts as that integer, because there is no
 * further attempt.
 */
export const createDecimalOperations = (
  Decimal: Decimals,
  isLast: boolean
): Readonly<Partial<Record<MathOperation, Apply>>> => {
  const added =
    (name: "plus" | "minus"): Apply =>
    (a, b) => {
      const value = a.value[name](b.value)
      const [least, greatest] = [
        Math.min(lastOf(a), lastOf(b)),
        Math.max(getMagnitude(a.value), getMagnitude(b.value)) + 1
      ]
      return approximate(value, [a.error, b.error], greatest - least <= Decimal.precision)
    }
  /** A sine or cosine near its zeros has fewer digits, unless its argument is small. */
  const wave =
    (name: "sin" | "cos"): Apply =>
    (a) => {
      const size = name === "sin" ? Math.min(1, getMagnitude(a.value)) : 1
      return approximate(Decimal[name](a.value), [a.error, size - Decimal.precision])
    }
  const divided: Apply = (a, b) => {
    const value = a.value.div(b.value)
    if (b.error !== exact && mayBeZero(b)) return { value, error: unknown }
    return approximate(value, [
      a.error - getMagnitude(b.value) + 1,
      b.error + getMagnitude(value) - getMagnitude(b.value) + 1
    ])
  }
  const slope =
    (name: keyof Decimals, slopeAt: (x: number, y: number) => number): Apply =>
    (a) => {
      const value = (Decimal[name] as (x: typeof a.value) => typeof a.value)(a.value)
      return approximate(value, [a.error + slopeAt(getMagnitude(a.value), getMagnitude(value))])
    }
  const stepped =
    (name: "floor" | "ceil" | "round"): Apply =>
    (a) => {
      const value = Decimal[name](a.value)
      // `round` changes at halves.
      const doubled = name === "round" ? a.value.times(2) : a.value
      const isAtStep = name !== "round" || !doubled.round().mod(2).isZero()
      const away = doubled.minus(doubled.round())
      if (a.error === exact || !isAtStep || !mayBeZero({ value: away, error: a.error + 1 }))
        return { value, error: exact }
      return isLast
        ? { value: Decimal[name](doubled.round().div(name === "round" ? 2 : 1)), error: exact }
        : { value, error: 0 }
    }
  /** Moves an argument that leaves the domain only by its error to the edge. */
  const within = (a: Approximation, low: number, high: number): Approximation => {
    const edge = Decimal.min(high, Decimal.max(low, a.value))
    return mayBeZero({ value: a.value.minus(edge), error: a.error }) ? { ...a, value: edge } : a
  }
  const arc =
    (name: "asin" | "acos"): Apply =>
    (a) => {
      const { value, error } = within(a, -1, 1)
      // The library squares the argument, and computes arc cosine as a right angle minus arc sine.
      const own = Math.max(error, 1 - Decimal.precision)
      const rest = Math.max(getMagnitude(Decimal.sub(1, value.abs())), own)
      return approximate(Decimal[name](value), [own - rest / 2 + 0.5])
    }
  /** Replaces the library's series, which need a term per unit of the argument. */
  const hyperbolic = (name: "sinh" | "cosh" | "tanh", slopeAt: (size: number) => number): Apply => {
    // Compensates the loss of the subtraction and of an exponential with another precision.
    const Wide = Decimal.clone({ precision: Decimal.precision + 5 })
    const found = (x: Approximation["value"]) => {
      if (getMagnitude(x) <= 0 || !x.isFinite()) return Decimal[name](x)
      const power = Wide.exp(x.abs())
      const back = Wide.div(1, power)
      const size =
        name === "tanh"
          ? Wide.sub(1, Wide.div(2, power.pow(2).plus(1)))
          : power[name === "sinh" ? "minus" : "plus"](back).div(2)
      const signed = name !== "cosh" && x.isNegative() ? size.neg() : size
      return new Decimal(signed).toSignificantDigits(Decimal.precision)
    }
    return (a) => {
      const value = found(a.value)
      return approximate(value, [a.error + slopeAt(getMagnitude(value))])
    }
  }
  const root =
    (name: "sqrt" | "cbrt", degree: number): Apply =>
    (a) => {
      const { value, error } = name === "sqrt" ? within(a, 0, Number.POSITIVE_INFINITY) : a
      const size = Math.max(getMagnitude(value), error)
      return approximate(Decimal[name](value), [error === exact ? exact : error - size * (1 - 1 / degree) + 1])
    }
  const chosen =
    (name: "min" | "max"): Apply =>
    (a, b) => {
      const value = Decimal[name](a.value, b.value)
      const isClear = !mayBeZero({ value: a.value.minus(b.value), error: Math.max(a.error, b.error) + 0.4 })
      if (isClear && !value.isNaN()) return value.eq(a.value) ? a : b
      return approximate(value, [a.error, b.error], true)
    }

  return {
    "+": added("plus"),
    "-": added("minus"),
    "*": (a, b) =>
      approximate(
        a.value.times(b.value),
        [a.error + getMagnitude(b.value), b.error + getMagnitude(a.value), a.error + b.error],
        a.value.sd() + b.value.sd() <= Decimal.precision
      ),
    "/": divided,
    "%": (a, b) => {
      // The full quotient is computed.
      if (!b.value.isZero() && getMagnitude(a.value) - getMagnitude(b.value) > mostQuotient) throw createDepthError()
      const value = a.value.mod(b.value)
      const error = Math.max(a.error, b.error + getMagnitude(a.value.div(b.value).floor())) + 0.4
      const isAtStep =
        error !== exact && (mayBeZero({ value, error }) || mayBeZero({ value: value.minus(b.value), error }))
      if (!isAtStep) return { value, error }
      return isLast ? { value: new Decimal(0), error } : { value, error: getMagnitude(b.value) }
    },
    "^": (a, b) => {
      const value = a.value.pow(b.value)
      const turns = getMagnitude(value) + getMagnitude(b.value)
      const logarithm = Math.log10(Math.max(1, Math.abs(getMagnitude(a.value)) * 2.31))
      return approximate(value, [
        turns + a.error - getMagnitude(a.value) + 1,
        getMagnitude(value) + logarithm + b.error
      ])
    },
    negate: (a) => ({ ...a, value: a.value.neg() }),
    abs: (a) => ({ ...a, value: a.value.abs() }),
    sign: (a) =>
      a.error === exact || !mayBeZero(a)
        ? { value: new Decimal(Decimal.sign(a.value)), error: exact }
        : { value: new Decimal(0), error: isLast ? exact : 0 },
    sin: wave("sin"),
    cos: wave("cos"),
    // The library's tangent has half the digits near a pole.
    tan: (a, b) => divided(wave("sin")(a, b), wave("cos")(a, b)),
    asin: arc("asin"),
    acos: arc("acos"),
    atan: slope("atan", () => 0),
    atan2: (a, b) =>
      approximate(Decimal.atan2(a.value, b.value), [
        Math.max(a.error, b.error) - Math.max(getMagnitude(a.value), getMagnitude(b.value)) + 1
      ]),
    sinh: hyperbolic("sinh", (y) => Math.max(0, y) + 0.4),
    cosh: hyperbolic("cosh", (y) => y),
    tanh: hyperbolic("tanh", () => 0),
    exp: slope("exp", (_, y) => y),
    log: logarithm("ln"),
    log10: logarithm("log10"),
    log2: logarithm("log2"),
    sqrt: root("sqrt", 2),
    cbrt: root("cbrt", 3),
    floor: stepped("floor"),
    ceil: stepped("ceil"),
    round: stepped("round"),
    min: chosen("min"),
    max: chosen("max"),
    hypot: (a, b) => approximate(Decimal.hypot(a.value, b.value), [a.error, b.error])
  }

  function logarithm(name: "ln" | "log10" | "log2"): Apply {
    const of = slope(name, (x) => 1.2 - x)
    return (a, b) => (a.error !== exact && mayBeZero(a) ? { ...of(a, b), error: unknown } : of(a, b))
  }
}

/** Returns the error for an expression that needs too many digits. */
export const createDepthError = () =>
  impossible(
    'The expression needs more intermediate digits than there are; lower "precision", or make the arguments of its functions smaller.'
  )

/** The limit for the quotient's digits when a remainder is computed. */
const mostQuotient = 10_000

/** Returns the position of a number's last digit. */
const lastOf = ({ value }: Approximation): number =>
  value.isZero() || !value.isFinite() ? Number.POSITIVE_INFINITY : value.e + 1 - value.sd()

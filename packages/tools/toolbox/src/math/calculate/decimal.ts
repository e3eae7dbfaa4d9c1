import type { Decimal as DecimalNumber } from "decimal.js"
import { impossible, invalid } from "../../worker/JobFailed.ts"
import type { Expression, Step } from "../expression/Expression.ts"
import type { Operation } from "../expression/operations.ts"

interface Given {
  readonly read: Expression
  readonly values: ReadonlyArray<number>
  readonly precision: number
}

/** A job that evaluates an expression with so many decimal digits, ten more on the way. */
export const decimal = async ({ read, values, precision }: Given) => {
  const { Decimal: Plain } = await import("decimal.js")
  const Decimal = Plain.clone({ precision: precision + 10, toExpNeg: -7, toExpPos: Math.max(21, precision) })
  const stack: Array<DecimalNumber> = []
  const pop = () => stack.pop() ?? new Decimal(Number.NaN)
  const pi = () => Decimal.acos(-1)
  const constant: Readonly<Record<string, () => DecimalNumber>> = {
    pi,
    e: () => Decimal.exp(1),
    tau: () => pi().times(2)
  }
  const one = (name: keyof typeof Decimal) => () =>
    stack.push((Decimal[name] as (x: DecimalNumber) => DecimalNumber)(pop()))
  const two = (apply: (a: DecimalNumber, b: DecimalNumber) => DecimalNumber) => () => {
    const b = pop()
    stack.push(apply(pop(), b))
  }
  const apply: Readonly<Partial<Record<Operation, () => unknown>>> = {
    "+": two((a, b) => a.plus(b)),
    "-": two((a, b) => a.minus(b)),
    "*": two((a, b) => a.times(b)),
    "/": two((a, b) => a.div(b)),
    "%": two((a, b) => a.minus(b.times(Decimal.floor(a.div(b))))),
    "^": two((a, b) => a.pow(b)),
    negate: () => stack.push(pop().neg()),
    atan2: two((a, b) => Decimal.atan2(a, b)),
    min: two((a, b) => Decimal.min(a, b)),
    max: two((a, b) => Decimal.max(a, b)),
    hypot: two((a, b) => Decimal.hypot(a, b)),
    log: one("ln"),
    sign: () => stack.push(new Decimal(Decimal.sign(pop()))),
    ...Object.fromEntries(plain.map((name) => [name, one(name)]))
  }
  const step = (it: Step): unknown => {
    if (it.kind === "number") return stack.push(new Decimal(it.text))
    if (it.kind === "constant") return stack.push(constant[it.name]?.() ?? new Decimal(Number.NaN))
    if (it.kind === "variable") return stack.push(new Decimal(values[it.index] ?? Number.NaN))
    const work = apply[it.name]
    if (work === undefined)
      throw invalid(`The function "${it.name}" cannot be used with "precision"; leave "precision" out.`)
    return work()
  }
  try {
    for (const it of read.steps) step(it)
  } catch (error) {
    // The library knows pi and the logarithm of 10 to a thousand digits.
    if (error instanceof Error && error.message.startsWith("[DecimalError]"))
      throw impossible(
        'The expression needs more digits on the way than there are; lower "precision", or make the arguments of its functions smaller.'
      )
    throw error
  }
  const result = pop().toSignificantDigits(precision)
  if (result.isNaN())
    throw impossible(
      "The expression has no real value there, such as the root or the logarithm of a negative number, or 0 / 0; check its parts."
    )
  if (!result.isFinite())
    throw impossible("The value is infinite: something is divided by 0, or has more than 9e15 digits.")
  const value = result.toNumber()
  return { ...(Number.isFinite(value) ? { value } : {}), text: result.toString() }
}

/** The functions that the library has under their own names. */
const plain = [
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "sinh",
  "cosh",
  "tanh",
  "exp",
  "log10",
  "log2",
  "sqrt",
  "cbrt",
  "abs",
  "floor",
  "ceil",
  "round"
] as const

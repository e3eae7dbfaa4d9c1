import { impossible, invalid } from "@toolgate/toolbox-base/jobs"
import type { Expression, ExpressionStep } from "../expression/Expression.ts"
import { operations } from "../expression/operations.ts"
import { type Approximation, type Decimals, exact, getMagnitude } from "./Approximation.ts"
import { createDecimalOperations, createDepthError } from "./createDecimalOperations.ts"
import { estimateCost, mostCost } from "./estimateCost.ts"

interface JobArgs {
  readonly read: Expression
  readonly values: ReadonlyArray<number>
  readonly precision: number
}

/**
 * Returns the limit for intermediate digits. The library knows pi and the logarithm of 10 to a thousand digits, and a
 * sine needs twice the digits of its argument.
 */
const mostDigits = (precision: number): number => (precision <= 250 ? 500 : 1000)

/**
 * A job that evaluates an expression to a number of decimal digits. It starts with ten extra digits, and adds more
 * where terms cancel. What stays indistinguishable from zero at the limit counts as zero.
 */
export const evaluateDecimal = async ({ read, values, precision }: JobArgs) => {
  const { Decimal: Plain } = await import("decimal.js")
  const most = mostDigits(precision)
  let cost = 0
  for (let digits = precision + 10; ; ) {
    cost += estimateCost(read, digits)
    if (cost > mostCost) throw tooLong()
    const Decimal = Plain.clone({ ...written(precision), precision: digits, modulo: Plain.ROUND_FLOOR })
    const isLast = digits >= most
    const { value, error } = evaluated(read, values, Decimal, isLast)
    const missing = precision + 1 - (getMagnitude(value) - error)
    if (error === exact || missing <= 0) return told(value, precision)
    if (isLast) {
      if (value.isNaN() || !value.isFinite()) return told(value, precision)
      if (error < -precision && getMagnitude(value) <= error + 1) return told(new Decimal(0), precision)
      throw createDepthError()
    }
    digits = Math.min(most, Math.max(2 * digits, Number.isFinite(missing) ? digits + Math.ceil(missing) + 5 : 0))
  }
}

const arity: ReadonlyMap<string, number> = new Map(operations)

const written = (precision: number) => ({ toExpNeg: -7, toExpPos: Math.max(21, precision) })

const tooLong = () =>
  impossible(
    'The expression has more functions than can be evaluated to so many digits in a few seconds; lower "precision", or evaluate its parts one by one.'
  )

const evaluated = (
  { steps }: Expression,
  values: ReadonlyArray<number>,
  Decimal: Decimals,
  isLast: boolean
): Approximation => {
  const known = createDecimalOperations(Decimal, isLast)
  const given = (text: string | number): Approximation => ({ value: new Decimal(text), error: exact })
  const stack: Array<Approximation> = []
  const pop = () => stack.pop() ?? given(Number.NaN)
  const pi = () => Decimal.acos(-1)
  const constant: Readonly<Record<string, () => ReturnType<typeof pi>>> = {
    pi,
    e: () => Decimal.exp(1),
    tau: () => pi().times(2)
  }
  const apply = (it: ExpressionStep): Approximation => {
    if (it.kind === "number") return given(it.text)
    if (it.kind === "variable") return given(values[it.index] ?? Number.NaN)
    if (it.kind === "constant") {
      const value = constant[it.name]?.() ?? new Decimal(Number.NaN)
      return { value, error: 2 - Decimal.precision }
    }
    const operation = known[it.name]
    if (operation === undefined)
      throw invalid(`The function "${it.name}" cannot be used with "precision"; leave "precision" out.`)
    const last = pop()
    return arity.get(it.name) === 1 ? operation(last, last) : operation(pop(), last)
  }
  try {
    for (const it of steps) stack.push(apply(it))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("[DecimalError]")) throw createDepthError()
    throw error
  }
  return pop()
}

const told = (found: Approximation["value"], precision: number) => {
  const result = found.toSignificantDigits(precision)
  if (result.isNaN())
    throw impossible(
      "The expression has no real value there, such as the root or the logarithm of a negative number, or 0 / 0; check its parts."
    )
  if (!result.isFinite())
    throw impossible("The value is infinite: something is divided by 0, or has more than 9e15 digits.")
  const value = result.toNumber()
  return { ...(Number.isFinite(value) ? { value } : {}), text: result.toString() }
}

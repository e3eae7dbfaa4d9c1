import { constants, type MathOperation, operations } from "./operations.ts"

/** A step of an expression for a stack machine. */
export type ExpressionStep =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "constant"; readonly name: string }
  | { readonly kind: "variable"; readonly index: number }
  | { readonly kind: "operation"; readonly name: MathOperation }

/** A parsed expression: its steps in postfix order, and its variables by number. */
export interface Expression {
  readonly steps: ReadonlyArray<ExpressionStep>
  readonly variables: ReadonlyArray<string>
}

/**
 * Encodes an expression for the native module, two numbers per step: 0 pushes the following number, 1 the variable with
 * that index, and others are operations, from 2.
 */
export const encodeExpression = ({ steps }: Expression): Float64Array<ArrayBuffer> =>
  Float64Array.from(steps.flatMap(pairOf))

const pairOf = (step: ExpressionStep): readonly [number, number] => {
  if (step.kind === "operation") return [2 + numberOf(step.name), 0]
  if (step.kind === "variable") return [1, step.index]
  return [0, step.kind === "number" ? Number(step.text) : (constants.get(step.name) ?? Number.NaN)]
}

const numbers: ReadonlyMap<string, number> = new Map(operations.map(([name], at) => [name, at]))
const numberOf = (name: MathOperation): number => numbers.get(name) ?? Number.NaN

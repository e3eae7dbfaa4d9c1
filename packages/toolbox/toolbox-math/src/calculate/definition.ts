import { defineTool, ToolExecutionError } from "@toolgate/core"
import { Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes, most } from "../computes.ts"
import { encodeExpression } from "../expression/Expression.ts"
import { readExpression } from "../expression/readExpression.ts"
import { runJob } from "../runJob.ts"

/** Evaluates an expression. */
export const calculate = defineTool({
  ...computes,
  name: "calculate",
  description:
    "Evaluates an expression of numbers, + - * / % ^, parentheses, the constants pi, e and tau, and the functions sin cos tan asin acos atan atan2 sinh cosh tanh exp log (natural) log10 log2 sqrt cbrt abs floor ceil round sign min max hypot gamma lgamma erf. Angles are in radians. With `precision`, it computes with that many decimal digits.",
  parameters: Type.Object(
    {
      expression: Type.String({ minLength: 1, maxLength: 10_000, description: "For example: 2 * (x + 1) ^ 2" }),
      variables: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), value: Type.Number() }, { additionalProperties: false }), {
          maxItems: most.variables,
          description: "The values of the names in the expression."
        })
      ),
      precision: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          description: "The number of significant decimal digits, instead of the 15 to 17 of floating point."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object({ value: Type.Optional(Type.Number()), text: Type.String() }, { additionalProperties: false }),
  examples: [
    { args: { expression: "2 * (3 + 4) ^ 2" }, expect: { value: { value: 98, text: "98" } } },
    {
      args: { expression: "1 / 3", precision: 30 },
      expect: { value: { value: 0.3333333333333333, text: "0.333333333333333333333333333333" } }
    },
    {
      args: { expression: "r ^ 2 * pi", variables: [{ name: "r", value: 2 }] },
      expect: { value: { value: 12.566370614359172, text: "12.566370614359172" } }
    }
  ],
  execute: async ({ expression, variables = [], precision }, context) => {
    const names = variables.map(({ name }) => name)
    checkNames(names)
    const read = readExpression(expression, names)
    const values = variables.map(({ value }) => value)
    if (precision !== undefined)
      return (await runJob({ export: "evaluateDecimal", args: { read, values, precision } }, context)) as {
        readonly value?: number
        readonly text: string
      }
    const args = { codes: [encodeExpression(read)], variables: values.map((value) => [value]), points: 1 }
    const [[value = Number.NaN] = []] = (await runJob({ export: "evaluate", args }, context)) as Array<Array<number>>
    if (Number.isFinite(value)) return { value, text: String(value) }
    throw new ToolExecutionError({
      message: Number.isNaN(value)
        ? "The expression has no real value there, such as the root or the logarithm of a negative number, or 0 / 0; check its parts."
        : 'The value is infinite: something is divided by 0, or is larger than 1.8e308; with "precision", larger numbers are possible.'
    })
  }
})

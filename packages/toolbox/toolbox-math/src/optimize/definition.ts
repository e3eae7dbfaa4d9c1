import { defineTool, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes, most } from "../computes.ts"
import { encodeExpression } from "../expression/Expression.ts"
import { readExpression } from "../expression/readExpression.ts"
import { runJob } from "../runJob.ts"

const list = { minItems: 1, maxItems: most.variables }
const bound = Type.Object(
  { low: Type.Optional(Type.Number()), high: Type.Optional(Type.Number()) },
  { additionalProperties: false }
)

/** Minimizes an expression. */
export const optimize = defineTool({
  ...computes,
  name: "optimize",
  description:
    "Finds a minimum of an expression near a start, by the simplex of Nelder and Mead, which needs no derivatives and finds one minimum of perhaps several. To maximise, put a minus before the expression.",
  timeoutMs: 300_000,
  parameters: Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: "For example: (1 - x) ^ 2 + 100 * (y - x ^ 2) ^ 2"
      }),
      variables: Type.Array(Type.String(), { ...list, description: 'The names in the expression: ["x", "y"]' }),
      start: Type.Array(Type.Number(), {
        ...list,
        description: "The point to start from, in the order of the variables."
      }),
      bounds: Type.Optional(
        Type.Array(bound, {
          ...list,
          description: "The minimum and the maximum of each variable, in the same order."
        })
      ),
      max_iterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: "Default: 10000." })),
      tolerance: Type.Optional(Type.Number({ minimum: 1e-15, maximum: 1, description: "Default: 1e-9." }))
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      x: Type.Array(Type.Number()),
      value: Type.Number(),
      iterations: Type.Integer(),
      converged: Type.Boolean({ description: "False if the iterations were used up before the simplex converged." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { expression: "(x - 3) ^ 2 + 1", variables: ["x"], start: [0] },
      expect: { value: { x: [3.0000000000000004], value: 1, iterations: 64, converged: true } }
    }
  ],
  execute: async ({ expression, variables, start, bounds, max_iterations = 10_000, tolerance = 1e-9 }, context) => {
    checkNames(variables)
    for (const [name, list] of Object.entries({ start, ...(bounds === undefined ? {} : { bounds }) }))
      if (list.length !== variables.length)
        throw new ToolValidationError({
          message: `There are ${variables.length} variables and ${list.length} in "${name}"; give one for each variable.`
        })
    const low = variables.map((_, at) => bounds?.[at]?.low ?? Number.NEGATIVE_INFINITY)
    const high = variables.map((_, at) => bounds?.[at]?.high ?? Number.POSITIVE_INFINITY)
    for (const [at, name] of variables.entries())
      if ((low[at] ?? 0) > (high[at] ?? 0))
        throw new ToolValidationError({ message: `The bounds of "${name}" are empty: "low" is above "high".` })
    const code = encodeExpression(readExpression(expression, variables))
    const args = { code, start, low, high, maxIterations: max_iterations, tolerance }
    return await runJob({ export: "minimize", args }, context)
  }
})

import { defineTool, ToolValidationError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes, most } from "../computes.ts"
import { encodeExpression } from "../expression/Expression.ts"
import { readExpression } from "../expression/readExpression.ts"
import { runJob } from "../runJob.ts"
import type { Solution } from "./integrate.ts"

const list = { minItems: 1, maxItems: most.variables }

/** Solves ordinary differential equations from an initial value. */
export const solveOde = defineTool({
  ...computes,
  name: "solve_ode",
  description:
    "Solves ordinary differential equations from initial values, by the Runge-Kutta method of Dormand and Prince (RK45) with steps of its own choosing. Each equation is the derivative of the variable at its place, as an expression of the variables and of the time t. Not for stiff equations.",
  timeoutMs: 300_000,
  parameters: Type.Object(
    {
      equations: Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), {
        ...list,
        description: 'For an oscillator: ["v", "-x"]'
      }),
      variables: Type.Array(Type.String(), {
        ...list,
        description: 'The names, in the order of the equations: ["x", "v"]'
      }),
      initial: Type.Array(Type.Number(), { ...list, description: "The values at t0, in the same order." }),
      t0: Type.Number(),
      t1: Type.Number(),
      rtol: Type.Optional(
        Type.Number({ minimum: 1e-13, maximum: 0.1, description: "The relative error of a step. Default: 1e-6." })
      ),
      atol: Type.Optional(
        Type.Number({ minimum: 1e-300, maximum: 1, description: "The absolute error of a step. Default: 1e-9." })
      ),
      max_steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: "Default: 100000." })),
      points: Type.Optional(
        Type.Integer({
          minimum: 2,
          maximum: 10_000,
          description: "The number of times, from t0 to t1 at equal distances, to return. Default: 101."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      t: Type.Array(Type.Number()),
      y: Type.Array(Type.Array(Type.Number()), { description: "The values of all variables, for each time." }),
      steps: Type.Integer(),
      cut: Type.Optional(
        Type.Boolean({ description: "True if later times were left out because the result was too long." })
      )
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      description: "A decay by half.",
      args: { equations: ["-log(2) * n"], variables: ["n"], initial: [100], t0: 0, t1: 2, points: 3 },
      expect: { value: { t: [0, 1, 2], y: [[100], [49.999992544722986], [25.000007978190617]], steps: 8 } }
    }
  ],
  execute: async (
    { equations, variables, initial, t0, t1, rtol = 1e-6, atol = 1e-9, max_steps = 100_000, points = 101 },
    context
  ) => {
    checkNames(variables)
    if (variables.includes("t"))
      throw new ToolValidationError({ message: 'The name "t" is reserved for the time; rename the variable.' })
    for (const [name, { length }] of Object.entries({ variables, initial }))
      if (length !== equations.length)
        throw new ToolValidationError({
          message: `There are ${equations.length} equations and ${length} in "${name}"; give one for each equation.`
        })
    if (t0 === t1) throw new ToolValidationError({ message: 'The times "t0" and "t1" are the same; give an interval.' })
    if (!Number.isFinite(t1 - t0))
      throw new ToolValidationError({
        message: 'The times "t0" and "t1" are so far apart that their distance is infinite; give a shorter interval.'
      })
    const codes = equations.map((text, at) =>
      encodeExpression(readExpression(text, [...variables, "t"], `"equations", number ${at + 1},`))
    )
    const args = { codes, initial, t0, t1, rtol, atol, maxSteps: max_steps, points }
    const { t, y, steps } = (await runJob({ export: "integrate", args }, context)) as Solution
    return boundOutput(
      y,
      (kept, isCut) => ({ t: t.slice(0, kept.length), y: kept, steps, ...(isCut ? { cut: true } : {}) }),
      'Ask for fewer "points".'
    )
  }
})

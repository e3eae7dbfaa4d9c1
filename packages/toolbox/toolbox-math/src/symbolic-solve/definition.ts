import { defineTool, ToolValidationError, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes } from "../computes.ts"
import { runJob } from "../runJob.ts"
import { readEquation } from "./readEquation.ts"
import type { Solutions } from "./solveSymbolically.ts"

/** Solves equations for variables, with symbolic parameters. */
export const symbolicSolve = defineTool({
  ...computes,
  name: "symbolic_solve",
  description:
    "Solves equations for variables, exactly where there is a closed form: polynomials in one variable, simple equations with roots, exponentials and sines, and systems of linear equations. Other letters stay as they are. Every solution was checked by putting it in. exact is false if solutions are fractions near to the numbers, because no closed form was found. i is the imaginary unit.",
  parameters: Type.Object(
    {
      equations: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        minItems: 1,
        maxItems: 8,
        description: 'For example: ["a * x ^ 2 = 4"]. Without "=", the expression is 0.'
      }),
      variables: Type.Array(Type.String(), { minItems: 1, maxItems: 8, description: 'What to solve for: ["x"]' })
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      solutions: Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: "The solutions, each with a text for the name of every variable."
      }),
      exact: Type.Boolean()
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { equations: ["x ^ 2 - 5 * x + 6 = 0"], variables: ["x"] },
      expect: { value: { solutions: [{ x: "2" }, { x: "3" }], exact: true } }
    }
  ],
  execute: async ({ equations, variables }, context) => {
    checkNames(variables)
    if (equations.length !== variables.length)
      throw new ToolValidationError({
        message: `There are ${equations.length} equations and ${variables.length} variables; give the same number of both.`
      })
    const read = equations.map((text, at) => readEquation(text, `"equations", number ${at + 1},`))
    for (const name of variables)
      if (!read.some(({ names }) => names.has(name)))
        throw new ToolValidationError({
          message: `The variable "${name}" is in no equation; leave it out, or correct its name.`
        })
    const args = { equations: read.map(({ zero }) => zero), variables }
    const { solutions, exact } = (await runJob({ export: "solveSymbolically", args }, context)) as Solutions
    // An object from `Object.fromEntries` accepts any name as a member.
    const value = {
      solutions: solutions.map(
        (one): Record<string, string> => Object.fromEntries(one.map(({ name, text }) => [name, text]))
      ),
      exact
    }
    return solutions.length > 0 ? value : toolOutput({ value, text: `${JSON.stringify(value)}\n${none}` })
  }
})

const none =
  '[No closed form was found: the equations have no solution, infinitely many, or none that can be written down. "optimize" may find a number.]'

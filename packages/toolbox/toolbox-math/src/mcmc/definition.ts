import { defineTool, ToolValidationError, toolOutput } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes, most } from "../computes.ts"
import { encodeExpression } from "../expression/Expression.ts"
import { readExpression } from "../expression/readExpression.ts"
import { getSeed, seedArgument } from "../getSeed.ts"
import { runJob } from "../runJob.ts"
import type { Sampled } from "./sample.ts"

const list = { minItems: 1, maxItems: most.variables }
const quantiles = Type.Object(
  { p025: Type.Number(), p25: Type.Number(), p50: Type.Number(), p75: Type.Number(), p975: Type.Number() },
  { additionalProperties: false }
)

/** Samples a distribution with a given density. */
export const mcmc = defineTool({
  ...computes,
  name: "mcmc",
  description:
    "Samples a distribution by Metropolis and Hastings, from the logarithm of its density, up to a constant. Where the expression has no value, such as log(x) of a negative x, the density is 0. Lists are in the order of the variables; ess is the effective sample size.",
  timeoutMs: 300_000,
  parameters: Type.Object(
    {
      log_density: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: "For a normal distribution: -((x - 5) / 2) ^ 2 / 2"
      }),
      variables: Type.Array(Type.String(), { ...list, description: 'The names in the expression: ["x"]' }),
      start: Type.Array(Type.Number(), {
        ...list,
        description: "A point where the density is not 0, in the order of the variables."
      }),
      samples: Type.Optional(Type.Integer({ minimum: 100, maximum: 1_000_000, description: "Default: 10000." })),
      burn_in: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: "The steps before the first sample. Default: a fifth of the samples, at least 1000."
        })
      ),
      step: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          description: "The width of a step. Absent: found for each variable during the burn-in."
        })
      ),
      seed: seedArgument
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      mean: Type.Array(Type.Number()),
      std: Type.Array(Type.Number()),
      quantiles: Type.Array(quantiles),
      acceptance_rate: Type.Number(),
      ess: Type.Array(Type.Number()),
      seed: Type.Integer()
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      description: "A normal distribution with mean 5 and standard deviation 2.",
      args: { log_density: "-((x - 5) / 2) ^ 2 / 2", variables: ["x"], start: [0], seed: 1 },
      expect: {
        value: {
          mean: [5.067193797403116],
          std: [1.950570592374549],
          quantiles: [
            {
              p025: 1.3120999314806172,
              p25: 3.7596252614683934,
              p50: 5.1098885575909065,
              p75: 6.39985715700277,
              p975: 8.755130098674059
            }
          ],
          acceptance_rate: 0.4433,
          ess: [2436.8061454539647],
          seed: 1
        }
      }
    }
  ],
  execute: async ({ log_density, variables, start, samples = 10_000, burn_in, step = 0, seed: given }, context) => {
    checkNames(variables)
    if (start.length !== variables.length)
      throw new ToolValidationError({
        message: `There are ${variables.length} variables and ${start.length} in "start"; give one for each variable.`
      })
    const code = encodeExpression(readExpression(log_density, variables, '"log_density"'))
    const burnIn = burn_in ?? Math.max(1000, Math.ceil(samples / 5))
    if (step === 0 && burnIn < 100)
      throw new ToolValidationError({
        message:
          'A burn-in of less than 100 steps cannot find the width of a step; give a "step" or a longer "burn_in".'
      })
    const seed = getSeed(given)
    const args = { code, start, samples, burnIn, step, seed }
    const found = (await runJob({ export: "sample", args }, context)) as Sampled
    const value = { ...found, seed }
    return Math.min(...found.ess) < fewest ? addNotes(value, few) : toolOutput({ value })
  }
})

/** The minimum of independent samples for a meaningful result. */
const fewest = 20

const few =
  'The samples depend so much on each other that they are worth fewer than 20: do not rely on these numbers. Take more samples, begin nearer to the bulk, and check that "log_density" falls far away from the bulk.'

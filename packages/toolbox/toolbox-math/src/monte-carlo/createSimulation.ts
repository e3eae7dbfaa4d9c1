import { defineTool, type Tool, type ToolContext, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { type Static, Type } from "typebox"
import { checkNames } from "../checkNames.ts"
import { computes, most } from "../computes.ts"
import { encodeExpression } from "../expression/Expression.ts"
import { readExpression } from "../expression/readExpression.ts"
import { getSeed, seedArgument } from "../getSeed.ts"
import { runJob } from "../runJob.ts"
import type { Simulated } from "./simulate.ts"

/** The distributions, in the order of the native module. */
export const distributions = ["uniform", "normal", "exponential", "triangular", "lognormal"] as const

const variable = Type.Object(
  {
    name: Type.String(),
    distribution: Type.Enum([...distributions]),
    a: Type.Number({
      description:
        "uniform, triangular: the minimum; normal: the mean; lognormal: the mean of the logarithm; exponential: the rate"
    }),
    b: Type.Optional(
      Type.Number({
        description:
          "uniform, triangular: the maximum; normal, lognormal: the standard deviation (of the logarithm); exponential: none"
      })
    ),
    c: Type.Optional(Type.Number({ description: "triangular: the peak; others: none" }))
  },
  { additionalProperties: false }
)

const parametersFor = (samples: number) =>
  Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: "An expression of the variables, as calculate takes them."
      }),
      variables: Type.Array(variable, { minItems: 1, maxItems: most.variables }),
      samples: Type.Optional(Type.Integer({ minimum: 2, maximum: samples, description: "Default: 10000." })),
      seed: seedArgument
    },
    { additionalProperties: false }
  )

type Args = Static<ReturnType<typeof parametersFor>>

const output = Type.Object(
  {
    mean: Type.Number(),
    std: Type.Number(),
    min: Type.Number(),
    max: Type.Number(),
    p05: Type.Number(),
    p50: Type.Number(),
    p95: Type.Number(),
    histogram: Type.Array(
      Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() }, { additionalProperties: false })
    ),
    samples: Type.Integer(),
    undefined_samples: Type.Integer({
      description: "The samples in which the expression has no finite value. They are left out."
    }),
    seed: Type.Integer()
  },
  { additionalProperties: false }
)

/** Creates a tool that simulates up to a number of samples. */
export const createSimulation = (options: Pick<Tool, "name" | "description"> & { readonly most: number }): Tool =>
  defineTool({
    ...computes,
    name: options.name,
    description: options.description,
    timeoutMs: 300_000,
    parameters: parametersFor(options.most),
    output,
    examples: [
      {
        description: "The area of a field whose sides were measured with errors.",
        args: {
          expression: "a * b",
          variables: [
            { name: "a", distribution: "normal", a: 20, b: 0.1 },
            { name: "b", distribution: "uniform", a: 9.5, b: 10.5 }
          ],
          seed: 1
        },
        expect: {}
      }
    ],
    execute: simulated
  })

const simulated = async ({ expression, variables, samples = 10_000, seed: given }: Args, context: ToolContext) => {
  const names = variables.map(({ name }) => name)
  checkNames(names)
  for (const [at, each] of variables.entries()) checkDistribution(each, at)
  const seed = getSeed(given)
  const args = {
    code: encodeExpression(readExpression(expression, names)),
    variables: variables.map(({ distribution, a, b = 0, c = 0 }) => [distributions.indexOf(distribution), a, b, c]),
    samples,
    seed
  }
  const { counted, ...found } = (await runJob({ export: "simulate", args }, context)) as Simulated
  if (counted === 0)
    throw new ToolExecutionError({
      message:
        "The expression has no finite value in any sample; check its divisions, roots and logarithms against the distributions."
    })
  if (!Number.isFinite(found.std))
    throw new ToolExecutionError({
      message: "The values are so large that their spread is infinite; scale the expression down."
    })
  return { ...found, samples, undefined_samples: samples - counted, seed }
}

/** Checks a distribution and its parameters. */
const checkDistribution = ({ name, distribution, a, b, c }: Args["variables"][number], at: number): void => {
  const fail = (reason: string): never => {
    throw new ToolValidationError({ message: `The variable ${at + 1}, "${name}", is not ${distribution}: ${reason}.` })
  }
  if (distribution === "exponential") {
    if (!(a > 0)) fail('its rate "a" must be above 0')
    if (b !== undefined) fail('it takes "a" alone')
  } else if (b === undefined) fail('it needs "b" as well')
  else if (distribution === "normal" || distribution === "lognormal") {
    if (b < 0) fail('its standard deviation "b" must be 0 or more')
  } else if (!(a < b)) fail('"a" must be less than "b"')
  else if (!Number.isFinite(b - a)) fail('"a" and "b" are so far apart that their distance is infinite')
  if (distribution === "triangular") {
    if (c === undefined || b === undefined || c < a || c > b) fail('it needs its peak "c" between "a" and "b"')
  } else if (c !== undefined) fail('it takes no "c"')
}

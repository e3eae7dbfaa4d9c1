import { defineTool, ToolValidationError } from "@toolgate/core"
import { createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { reads } from "../facts.ts"
import type { Inline } from "../json/inline.ts"
import { inlineOutput, inlineResult } from "../json/inlineOutput.ts"
import { runJob } from "../runJob.ts"

/** Selects and reshapes parts of JSON. */
export const jsonQuery = defineTool({
  ...reads,
  name: "json_query",
  description:
    "Picks and reshapes parts of JSON with a JMESPath expression. The JSON is a text or a file of the workspace: give exactly one of `json` and `path`. What an expression does not find is null. Numbers that would be changed, such as most integers beyond 2^53 and 1e-400, are strings for the expression and in the result, and a note names them.",
  parameters: Type.Object(
    {
      json: createTextArgument("The JSON text."),
      path: Type.Optional(Type.String({ description: "The JSON file, from the workspace's root." })),
      expression: Type.String({
        minLength: 1,
        maxLength: 1024,
        description: "For example: items[?price > `10`].{name: name, cost: price} | sort_by(@, &cost)"
      })
    },
    { additionalProperties: false }
  ),
  output: inlineResult,
  resources: [declareFileUnlessText()],
  examples: [
    {
      args: {
        json: '{"items":[{"name":"tea","price":3},{"name":"cake","price":12},{"name":"pie","price":11}]}',
        expression: "sort_by(items[?price > `10`], &price)[].name"
      },
      expect: { value: { value: ["pie", "cake"] } }
    },
    {
      description: "A file of the workspace.",
      args: { path: "package.json", expression: "keys(dependencies)" },
      files: { "package.json": '{ "dependencies": { "effect": "4", "ajv": "8" } }' },
      expect: { value: { value: ["effect", "ajv"] } }
    },
    {
      description: "An invalid expression.",
      args: { json: "{}", expression: "items[0" },
      expect: { error: "validation_error" }
    }
  ],
  execute: async ({ expression, ...given }, context) => {
    const { findExpressionFault } = await import("@toolgate/catalogue/jmespath")
    const problem = findExpressionFault(expression)
    if (problem !== undefined)
      throw new ToolValidationError({ message: `The argument "expression" cannot be used: ${problem.fault}.` })
    const files = new SentFiles(context.files)
    const { text, place } = await getTextOrFile(given, ["json"], files)
    const found = await runJob({ export: "evaluateQuery", args: { text, place, expression } }, context, files.answers)
    return inlineOutput(found as Inline, "Ask for fewer, as in [0:20], or for some members of each.")
  }
})

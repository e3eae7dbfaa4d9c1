import { defineTool } from "@toolgate/core"
import { createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { reads } from "../facts.ts"
import type { Inline } from "../json/inline.ts"
import { inlineOutput, inlineResult } from "../json/inlineOutput.ts"
import { runJob } from "../runJob.ts"

/** Parses JSON, or reports the position of the error. */
export const jsonParse = defineTool({
  ...reads,
  name: "json_parse",
  description:
    "Reads JSON and returns its value, or says at which line and column it is wrong. It is strict: no comments, no trailing commas, and no object may name a member twice. Numbers that would be changed, such as most integers beyond 2^53 and 1e-400, become strings, and a note names them. Give exactly one of `text` and `path`, a file of the workspace.",
  parameters: Type.Object(
    {
      text: createTextArgument("The JSON text."),
      path: Type.Optional(Type.String({ description: "The JSON file, from the workspace's root." }))
    },
    { additionalProperties: false }
  ),
  output: inlineResult,
  resources: [declareFileUnlessText()],
  examples: [
    { args: { text: '{ "a": [1, 2.5, null] }' }, expect: { value: { value: { a: [1, 2.5, null] } } } },
    {
      description: "A fault is named with its line and column.",
      args: { text: '{\n  "a": 1,\n}' },
      expect: { error: "validation_error" }
    }
  ],
  execute: async (given, context) => {
    const files = new SentFiles(context.files)
    const { text, place } = await getTextOrFile(given, ["text"], files)
    const read = await runJob({ export: "parseChecked", args: { text, place } }, context, files.answers)
    return inlineOutput(read as Inline, 'The tool "json_query" returns parts of it.')
  }
})

import { defineTool, toolOutput } from "@toolgate/core"
import { createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { reads } from "../facts.ts"
import { runJob } from "../runJob.ts"
import type { WrittenCsv } from "./write.ts"

/** Writes a list of objects as CSV. */
export const jsonToCsv = defineTool({
  ...reads,
  name: "json_to_csv",
  description:
    "Writes a JSON list of objects as CSV with a header. Give exactly one of `json` and `path`, a file of the workspace. Without `columns`, all members are columns, in the order in which they first come. Lists and objects in cells are written as JSON, and null as an empty cell.",
  parameters: Type.Object(
    {
      json: createTextArgument("The JSON text."),
      path: Type.Optional(Type.String({ description: "The JSON file, from the workspace's root." })),
      columns: Type.Optional(
        Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: "The members to write, in this order." })
      ),
      delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 4, description: 'Default ",".' })),
      escape_formulas: Type.Optional(
        Type.Boolean({
          description:
            "Whether strings that a spreadsheet would run as formulas, such as =1+1, get a ' before them. Default true."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      rows: Type.Integer({ description: "The rows of the text, without the header." }),
      columns: Type.Array(Type.String()),
      total: Type.Integer({ description: "The rows that there are." }),
      cut: Type.Boolean({ description: "Whether the text has only the first rows." })
    },
    { additionalProperties: false }
  ),
  resources: [declareFileUnlessText()],
  examples: [
    {
      args: { json: '[{"name":"tea","price":3.5},{"name":"cake, large","note":"=1+1"}]' },
      expect: {
        text: 'name,price,note\ntea,3.5,\n"cake, large",,\'=1+1\n',
        value: { rows: 2, columns: ["name", "price", "note"], total: 2, cut: false }
      }
    },
    {
      args: { json: '[{"a":1,"b":2}]', columns: ["b", "a"], delimiter: ";" },
      expect: { text: "b;a\n2;1\n" }
    }
  ],
  execute: async ({ columns, delimiter = ",", escape_formulas = true, ...given }, context) => {
    const files = new SentFiles(context.files)
    const { text, place } = await getTextOrFile(given, ["json"], files)
    const args = { text, place, columns, delimiter, escapeFormulas: escape_formulas }
    const made = (await runJob({ export: "write", args }, context, files.answers)) as WrittenCsv
    const { rows, total } = made
    const cut = rows < total
    const note = `[Cut: these are the first ${rows} of ${total} rows. Choose fewer columns, or fewer rows with "json_query".]`
    return toolOutput({
      content: [{ type: "text", text: made.text }, ...(cut ? [{ type: "text" as const, text: note }] : [])],
      value: { rows, columns: made.columns, total, cut }
    })
  }
})

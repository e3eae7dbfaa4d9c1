import { defineTool, type Json, toolOutput } from "@toolgate/core"
import { addNotes, createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { reads } from "../facts.ts"
import { runJob } from "../runJob.ts"
import type { RowsOfCsv } from "./convert.ts"

/** Reads CSV as a list of objects. */
export const csvToJson = defineTool({
  ...reads,
  name: "csv_to_json",
  description:
    "Reads CSV and returns its rows as objects. Give exactly one of `csv` and `path`, a file of the workspace. Every row must have as many cells as the first. Empty lines are left out.",
  parameters: Type.Object(
    {
      csv: createTextArgument("The CSV text."),
      path: Type.Optional(Type.String({ description: "The CSV file, from the workspace's root." })),
      delimiter: Type.Optional(
        Type.String({ minLength: 1, maxLength: 4, description: 'What separates cells, as ";" or a tab. Default ",".' })
      ),
      header: Type.Optional(
        Type.Boolean({
          description:
            'Whether the first row has the names of the columns. Default true. If not, they are "column_1", ….'
        })
      ),
      infer_types: Type.Optional(
        Type.Boolean({
          description:
            "True: cells become numbers, true, false, or null if empty. Values like 007 stay strings, and so do numbers that would be changed, such as most integers beyond 2^53. Default false: all are strings."
        })
      ),
      max_rows: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000,
          description: "The maximum number of rows to return. Default 10000."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      rows: Type.Array(Type.Unknown()),
      columns: Type.Array(Type.String()),
      total: Type.Integer({ description: "The rows of the whole, without the header." }),
      cut: Type.Boolean({ description: "Whether these are only the first rows." })
    },
    { additionalProperties: false }
  ),
  resources: [declareFileUnlessText()],
  examples: [
    {
      args: { csv: 'name,price\ntea,3.5\n"cake, large",12\n', infer_types: true },
      expect: {
        value: {
          rows: [
            { name: "tea", price: 3.5 },
            { name: "cake, large", price: 12 }
          ],
          columns: ["name", "price"],
          total: 2,
          cut: false
        }
      }
    },
    {
      description: "A row that has too few cells is named by its line.",
      args: { csv: "name,price\ntea\n" },
      expect: { error: "validation_error" }
    }
  ],
  execute: async ({ delimiter = ",", header = true, infer_types = false, max_rows = 10_000, ...given }, context) => {
    const files = new SentFiles(context.files)
    const { text, place } = await getTextOrFile(given, ["csv"], files)
    const args = { text, place, delimiter, header, inferTypes: infer_types, maxRows: max_rows }
    const found = (await runJob({ export: "convert", args }, context, files.answers)) as RowsOfCsv
    const value: Json = { ...found }
    return found.cut
      ? addNotes(
          value,
          `Cut: these are the first ${found.rows.length} of ${found.total} rows. The tool "sql_query" selects among them.`
        )
      : toolOutput({ value })
  }
})

import { defineTool, type Json, ToolValidationError, toolOutput } from "@toolgate/core"
import { addNotes, createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { reads } from "../facts.ts"
import { runJob } from "../runJob.ts"
import type { Selected } from "./select.ts"

/** Queries tables of CSV and JSON with SQL. */
export const sqlQuery = defineTool({
  ...reads,
  name: "sql_query",
  description:
    "Runs one SELECT of SQLite over tables of CSV or JSON. Each table is given by exactly one of `csv`, `json` and `path`, a file of the workspace. CSV needs a header; its columns of numbers are numbers, and its other columns texts. Integers have 64 bits, those beyond 2^53 are texts in the result, and other numbers that would be changed, such as 1e-400, are texts everywhere. JSON is a list of objects; json_extract and json_each read the lists and objects in it. Nothing can be written.",
  parameters: Type.Object(
    {
      sql: Type.String({
        minLength: 1,
        maxLength: 100_000,
        description: "For example: SELECT name, sum(price) FROM sales WHERE day >= ? GROUP BY name ORDER BY 2 DESC"
      }),
      tables: Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 64, description: "The table's name in the query." }),
            csv: createTextArgument("CSV with a header."),
            json: createTextArgument("A JSON list of objects."),
            path: Type.Optional(Type.String({ description: "A .csv, .tsv or .json file, from the workspace's root." }))
          },
          { additionalProperties: false }
        ),
        { minItems: 1, maxItems: 20 }
      ),
      params: Type.Optional(
        Type.Array(Type.Unknown(), {
          maxItems: 1000,
          description: 'The values of the "?" of the query, in order: strings, numbers, true, false or null.'
        })
      ),
      max_rows: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000,
          description: "The maximum number of rows to return. Default 1000."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Type.Unknown()), { description: "A list of values for each row." }),
      total: Type.Optional(Type.Integer({ description: "The rows that the query selects. Absent if over a million." })),
      cut: Type.Boolean({ description: "Whether these are only the first rows." })
    },
    { additionalProperties: false }
  ),
  resources: [declareFileUnlessText("/tables/*/path")],
  examples: [
    {
      args: {
        sql: "SELECT s.name, sum(s.price * s.count) AS paid FROM sales s JOIN people p ON p.id = s.buyer WHERE p.city = ? GROUP BY 1 ORDER BY 2 DESC",
        tables: [
          { name: "sales", csv: "name,price,count,buyer\ntea,2.5,4,1\ncake,12,1,1\ntea,2.5,1,2\n" },
          { name: "people", json: '[{"id":1,"city":"Oslo"},{"id":2,"city":"Rome"}]' }
        ],
        params: ["Oslo"]
      },
      expect: {
        value: {
          columns: ["name", "paid"],
          rows: [
            ["cake", 12],
            ["tea", 10]
          ],
          total: 2,
          cut: false
        }
      }
    },
    {
      description: "Nothing can be written.",
      args: { sql: "DELETE FROM a", tables: [{ name: "a", csv: "x\n1\n" }] },
      expect: { error: "validation_error" }
    }
  ],
  execute: async ({ sql, tables: given, params = [], max_rows = 1000 }, context) => {
    const wrong = params.findIndex((one) => typeof one === "object" && one !== null)
    if (wrong >= 0)
      throw new ToolValidationError({
        message: `Item ${wrong + 1} of "params" is a list or an object; give a string, a number, true, false or null.`
      })
    const files = new SentFiles(context.files)
    const tables = []
    for (const [at, { name, ...table }] of given.entries()) {
      const { from, text, place } = await getTextOrFile(table, ["csv", "json"], files, `tables/${at}/`)
      const format = from === "path" ? endingOf(table.path ?? "") : from
      tables.push({ name, format, text, place: from === "path" ? `the file of the table "${name}"` : place })
    }
    const args = { sql, tables, params, maxRows: max_rows }
    const found = (await runJob({ export: "select", args }, context, files.answers)) as Selected
    const value: Json = { ...found }
    if (!found.cut) return toolOutput({ value })
    const total = found.total ?? "more than a million"
    return addNotes(
      value,
      `Cut: these are the first ${found.rows.length} of ${total} rows. Use LIMIT and OFFSET, or aggregate.`
    )
  }
})

/** Returns the format for a file's extension. Without a known extension, the job inspects the text. */
const endingOf = (path: string): "csv" | "tsv" | "json" | undefined => {
  const ending = /\.(csv|tsv|json)$/i.exec(path)?.[1]?.toLowerCase()
  return ending === "csv" || ending === "tsv" || ending === "json" ? ending : undefined
}

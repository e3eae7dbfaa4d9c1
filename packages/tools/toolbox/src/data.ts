import type { Tool } from "@toolgate/core"
import { csvToJson } from "./data/csv-to-json/definition.ts"
import { histogram } from "./data/histogram/definition.ts"
import { jsonParse } from "./data/json-parse/definition.ts"
import { jsonQuery } from "./data/json-query/definition.ts"
import { jsonToCsv } from "./data/json-to-csv/definition.ts"
import { plotBraille } from "./data/plot-braille/definition.ts"
import { plotFunction } from "./data/plot-function/definition.ts"
import { plotSixel } from "./data/plot-sixel/definition.ts"
import { renderMath } from "./data/render-math/definition.ts"
import { sqlQuery } from "./data/sql-query/definition.ts"

export {
  csvToJson,
  histogram,
  jsonParse,
  jsonQuery,
  jsonToCsv,
  plotBraille,
  plotFunction,
  plotSixel,
  renderMath,
  sqlQuery
}

/**
 * Returns the tools for data. What they read and draw is worked on in processes of their own, which are killed when a call is cancelled or
 * its time is up.
 *
 * ```ts
 * import { dataTools } from "@toolgate/toolbox/data"
 *
 * console.log(dataTools().map(({ name }) => name).join(", "))
 * ```
 */
export const dataTools = (): ReadonlyArray<Tool> => [
  jsonQuery,
  csvToJson,
  jsonToCsv,
  sqlQuery,
  plotBraille,
  plotFunction,
  histogram,
  plotSixel,
  renderMath,
  jsonParse
]

import type { Tool } from "@toolgate/core"
import { csvToJson } from "./csv-to-json/definition.ts"
import { histogram } from "./histogram/definition.ts"
import { jsonParse } from "./json-parse/definition.ts"
import { jsonQuery } from "./json-query/definition.ts"
import { jsonToCsv } from "./json-to-csv/definition.ts"
import { plotBraille } from "./plot-braille/definition.ts"
import { plotFunction } from "./plot-function/definition.ts"
import { plotSixel } from "./plot-sixel/definition.ts"
import { renderMath } from "./render-math/definition.ts"
import { sqlQuery } from "./sql-query/definition.ts"

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
 * Returns the tools for data. Separate processes do the work, and are killed when a call is cancelled or times out.
 *
 * ```ts
 * import { dataTools } from "@toolgate/toolbox-data"
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

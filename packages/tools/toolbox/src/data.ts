import type { Tool } from "@toolgate/core"
import { jsonParse } from "./data/json-parse/definition.ts"
import { jsonQuery } from "./data/json-query/definition.ts"

export { jsonParse, jsonQuery }

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
export const dataTools = (): ReadonlyArray<Tool> => [jsonQuery, jsonParse]

import type { JsonObject } from "@toolgate/core"
import { Ajv2020 } from "ajv/dist/2020.js"

const check = new Ajv2020({ strict: false, validateFormats: false, logger: false, allErrors: true }).compile({
  $ref: "https://json-schema.org/draft/2020-12/schema"
})

/** Returns the positions in a schema that JSON Schema 2020-12 itself refuses. */
export const metaFaults = (schema: JsonObject): ReadonlyArray<string> =>
  check(schema) ? [] : (check.errors ?? []).map(({ instancePath }) => instancePath)

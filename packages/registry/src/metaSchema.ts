import type { JsonObject } from "@toolgate/core"
import { Ajv2020 } from "ajv/dist/2020.js"

/** What JSON Schema 2020-12 itself says against a schema: the pointer and the words for each fault. */
export const metaFaults = (schema: JsonObject): ReadonlyArray<{ readonly pointer: string; readonly words: string }> => {
  const check = metaSchema.compiled()
  if (check(schema)) return []
  return (check.errors ?? []).map((error) => ({ pointer: error.instancePath, words: error.message ?? "is not valid" }))
}

// Compiling it takes some 50 ms: once in a process, and only if a full schema is ever registered.
const metaSchema = {
  check: undefined as undefined | ReturnType<Ajv2020["compile"]>,
  compiled() {
    this.check ??= new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile({
      $ref: "https://json-schema.org/draft/2020-12/schema"
    })
    return this.check
  }
}

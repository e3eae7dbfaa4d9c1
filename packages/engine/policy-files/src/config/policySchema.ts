import type { JsonSchema } from "@toolgate/yaml-reading"
import { policyShape } from "./policyShape.ts"

/**
 * Returns the JSON Schema of a policy file, from the table that also reads files. Editors complete and check files with
 * the schema. A file that the schema accepts may still be wrong, for example because of an undefined group; a file that
 * the schema refuses is always wrong.
 */
export const policySchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "A policy of Toolgate",
  ...policyShape.schema
})

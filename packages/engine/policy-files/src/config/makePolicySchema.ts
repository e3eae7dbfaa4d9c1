import type { JsonSchema } from "@toolgate/yaml-reading"
import { policyShape } from "./policyShape.ts"

/**
 * Makes the JSON Schema of a policy file, from the table that also parses files. Editors complete and check files with
 * the schema. A file that the schema accepts may still be wrong, for example because of an undefined group; a file
 * that the schema refuses is always wrong.
 */
export const makePolicySchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "A policy of Toolgate",
  ...policyShape.schema
})

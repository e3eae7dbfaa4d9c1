import type { JsonSchema } from "../yaml/Shape.ts"
import { policyShape } from "./policyShape.ts"

/**
 * The JSON Schema of a policy file, from the same table that reads it: what editors complete and check it by. What it takes may
 * still be wrong (a pattern, a group that is not defined); what it refuses is.
 */
export const policySchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "A policy of Toolgate",
  ...policyShape.schema
})

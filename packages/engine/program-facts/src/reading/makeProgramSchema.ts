import type { JsonSchema } from "@toolgate/yaml-reading"
import { programShape } from "./programShape.ts"
import { subcommandShape } from "./wordKeys.ts"

/**
 * Makes the JSON Schema of a program's file, from the shapes that also parse files. Editors use the schema for
 * completion and checks.
 */
export const makeProgramSchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "What a program does",
  ...programShape.schema,
  definitions: { subcommand: subcommandShape.schema }
})

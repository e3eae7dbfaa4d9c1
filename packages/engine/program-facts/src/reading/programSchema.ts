import type { JsonSchema } from "@toolgate/yaml-reading"
import { programShape } from "./programShape.ts"
import { subcommandShape } from "./wordKeys.ts"

/** Returns the JSON Schema of a program's file, from the shapes that also read files. Editors complete and check with it. */
export const programSchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "What a program does",
  ...programShape.schema,
  definitions: { subcommand: subcommandShape.schema }
})

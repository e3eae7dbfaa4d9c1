import type { TSchema } from "typebox"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import { protocolVersion } from "./version.ts"

/**
 * Returns every message as JSON Schema 2020-12, for authors in other languages. `$defs.runner` is any message of a
 * runner, `$defs.supervisor` any message of a supervisor, and each message stands under its own name. A runner ignores
 * fields and messages that are in none of them. A supervisor refuses a request with such a field if the schema has
 * `additionalProperties: false`.
 */
export const protocolSchema = (): Record<string, unknown> => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: `The runner protocol of Toolgate, version ${protocolVersion}`,
  $defs: {
    runner: anyOf(Object.keys(runnerMessages)),
    supervisor: anyOf(Object.keys(supervisorMessages)),
    ...plain(runnerMessages),
    ...plain(supervisorMessages)
  },
  anyOf: [{ $ref: "#/$defs/runner" }, { $ref: "#/$defs/supervisor" }]
})

const anyOf = (names: ReadonlyArray<string>) => ({ anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) })

/** Returns the schemas without the notes that their library keeps on them. */
const plain = (schemas: Record<string, TSchema>): Record<string, unknown> => JSON.parse(JSON.stringify(schemas))

import type { TSchema } from "typebox"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import { protocolVersion } from "./version.ts"

/**
 * Returns all messages as JSON Schema 2020-12, for runners in other languages. `$defs.runner` is any message of a
 * runner, `$defs.supervisor` any message of a supervisor, and each message has an entry with its name. A runner ignores
 * unknown fields and messages. A supervisor refuses a request with an unknown field if its schema has
 * `additionalProperties: false`.
 */
export const buildProtocolSchema = (): Record<string, unknown> => ({
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

/** Removes the metadata of the schema library. */
const plain = (schemas: Record<string, TSchema>): Record<string, unknown> => JSON.parse(JSON.stringify(schemas))

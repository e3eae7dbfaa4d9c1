import type { TSchema } from "typebox"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import { protocolVersion } from "./version.ts"

/**
 * Every message as JSON Schema 2020-12, for authors in other languages: `$defs.runner` is what a runner says, `$defs.supervisor`
 * what it hears, and under their names each message by itself. A runner passes over fields and messages that stand in none of them; a
 * supervisor refuses a request with such a field, where the schema has `additionalProperties: false`.
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

/** Without what the schema's library notes on it for itself. */
const plain = (schemas: Record<string, TSchema>): Record<string, unknown> => JSON.parse(JSON.stringify(schemas))

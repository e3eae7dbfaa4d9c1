import { defineTool, type JsonObject, type Tool } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { registering } from "../targets.ts"

/** Measures registering tools, compared with compiling their schemas. */
export const measureRegistration = async ({ tools: count }: Scale): Promise<Family> => {
  const ours = `registering, each of ${count} tools`
  const compiling = `Ajv compiling, each of ${count} schemas`
  const full = `registering, each of ${count} tools as servers of MCP publish them`
  let tools: ReadonlyArray<Tool> = []
  let schemas: ReadonlyArray<JsonObject> = []
  const few = { times: count, rounds: 5 }
  return {
    name: "registration",
    title: `Registering ${count} tools`,
    apart: true,
    cases: [
      {
        ...few,
        name: ours,
        prepare: () => {
          tools = schemasOf(count).map(toolOf)
        },
        run: () => register(tools)
      },
      {
        ...few,
        name: full,
        prepare: () => {
          tools = schemasOf(count).map(publishedToolOf)
        },
        run: () => register(tools)
      },
      {
        ...few,
        name: compiling,
        prepare: () => {
          schemas = schemasOf(count)
        },
        run: async () => {
          const ajv = new Ajv2020({ ownProperties: true })
          for (const schema of schemas) ajv.compile(schema)
        }
      }
    ],
    figures: (measured) => [
      measured.figure(compiling),
      measured.figure(ours, compiling, registering),
      measured.figure(full, compiling, registering)
    ]
  }
}

const register = (tools: ReadonlyArray<Tool>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.asVoid(Layer.build(MapToolRegistry.layer(tools)))))

/** Returns new and distinct schemas every time, so that no cache applies. */
const schemasOf = (count: number): ReadonlyArray<JsonObject> =>
  Array.from({ length: count }, (_, at) => ({
    type: "object",
    properties: {
      [`path_${at}`]: { type: "string", description: "A file." },
      [`mode_${at}`]: { type: "string", enum: ["read", "write"] },
      lines: { type: "array", items: { type: "integer" } },
      options: {
        type: "object",
        properties: { deep: { type: "boolean" } },
        required: ["deep"],
        additionalProperties: false
      }
    },
    required: [`path_${at}`],
    additionalProperties: false
  }))

const toolOf = (parameters: JsonObject, at: number): Tool =>
  defineTool({
    name: `tool_${at}`,
    description: "Does nothing.",
    parameters,
    sideEffects: "NONE",
    execute: () => undefined
  })

/** Returns a tool with features beyond the portable subset: references, alternatives, patterns and an output schema. */
const publishedToolOf = (parameters: JsonObject, at: number): Tool =>
  defineTool({
    name: `tool_${at}`,
    description: "Does nothing.",
    schemas: "full",
    parameters: {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...parameters,
      $defs: { id: { type: "string", pattern: "^[0-9a-f]{8}$" } },
      anyOf: [{ properties: { id: { $ref: "#/$defs/id" } } }, { properties: { name: { type: ["string", "null"] } } }]
    },
    output: { ...parameters, type: "object" },
    sideEffects: "NONE",
    execute: () => undefined
  })

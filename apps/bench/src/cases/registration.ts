import { defineTool, type JsonObject, type Tool } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { registering } from "../targets.ts"

/** Registering tools, beside compiling the schemas of the same tools. */
export const registration = async ({ tools: count }: Scale): Promise<Family> => {
  const ours = `registering, each of ${count} tools`
  const compiling = `Ajv compiling, each of ${count} schemas`
  let tools: ReadonlyArray<Tool> = []
  let schemas: ReadonlyArray<JsonObject> = []
  const few = { times: count, rounds: 5 }
  return {
    name: "registration",
    title: `Registering ${count} tools`,
    cases: [
      {
        ...few,
        name: ours,
        prepare: () => {
          tools = schemasOf(count).map(toolOf)
        },
        run: () => Effect.runPromise(Effect.scoped(Effect.asVoid(Layer.build(MapToolRegistry.layer(tools)))))
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
    figures: (measured) => [measured.figure(compiling), measured.figure(ours, compiling, registering)]
  }
}

/** New objects every time, so that nothing is remembered, and each unlike the others. */
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

import type { JsonObject, Schema, StandardSchema } from "@toolgate/core"

/** Returns the JSON Schema of a tool that is not registered yet, which may be a Standard Schema. One that gives none says nothing. */
export const jsonSchemaOf = (schema: Schema | StandardSchema): JsonObject => {
  if (!("~standard" in schema)) return schema as JsonObject
  const { jsonSchema } = schema["~standard"] as JsonSchemas
  return jsonSchema?.input({ target: "draft-2020-12" }) ?? {}
}

interface JsonSchemas {
  readonly jsonSchema?: { readonly input: (options: object) => JsonObject }
}

import type { JsonObject } from "./json/Json.ts"

/** The part of a definition that a model needs to call the tool. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  /** The schema of the structured result. Absent if there is none. */
  readonly output?: JsonObject
}

import type { JsonObject } from "./json/Json.ts"

/** The part of a tool's definition that a model needs to make calls. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  /** The schema of a structured result. Absent if the tool promises none. */
  readonly output?: JsonObject
}

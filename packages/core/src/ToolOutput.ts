import type { Json, JsonObject } from "./Json.ts"

/** The output of a tool. */
export interface ToolOutput {
  /** The blocks for the model, in order. Empty if `value` is the whole output. */
  readonly content: ReadonlyArray<ContentBlock>
  /** The structured result, if there is one. */
  readonly value?: Json
  /** False if the tool ran and reports a failure that it handled itself. */
  readonly success: boolean
  /** The details for programs, which the model does not see. */
  readonly metadata: JsonObject
  /** The paths that the call changed, as the tool names them. */
  readonly filesModified?: ReadonlyArray<string>
  readonly commandExecuted?: string
}

/** A piece of a tool's output for the model: a text, or an image in Base64. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly base64: string }

const isOutput = Symbol.for("@toolgate/core/ToolOutput")

/**
 * Returns an output for a result that is more than a string or a JSON value. `text` is short for one text block.
 *
 * ```ts
 * import { toolOutput } from "toolgate"
 *
 * export const built = (log: string, isGreen: boolean) =>
 *   toolOutput({ text: log, value: { isGreen }, success: isGreen, commandExecuted: "make" })
 * ```
 */
export const toolOutput = (said: Partial<ToolOutput> & { readonly text?: string }): ToolOutput => {
  const { text, ...given } = said
  const content = given.content ?? (text === undefined ? [] : [{ type: "text" as const, text }])
  return Object.defineProperty({ success: true, metadata: {}, ...given, content }, isOutput, { value: true })
}

/** Whether a value was made by `toolOutput`. A value that merely looks like an output does not count. */
export const isToolOutput = (value: unknown): value is ToolOutput =>
  typeof value === "object" && value !== null && isOutput in value

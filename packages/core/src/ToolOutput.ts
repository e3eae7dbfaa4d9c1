import type { Json, JsonObject } from "./json/Json.ts"

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

/**
 * A piece of a tool's output for the model. Bytes are in Base64, and a file has its contents as `text` or as `base64`. A link names
 * something that the tool does not include.
 */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly mediaType: string; readonly base64: string }
  | (FileBlock & { readonly text: string; readonly base64?: undefined })
  | (FileBlock & { readonly base64: string; readonly text?: undefined })
  | { readonly type: "link"; readonly uri: string; readonly mediaType?: string; readonly title?: string }

interface FileBlock {
  readonly type: "file"
  readonly mediaType: string
  /** The address under which the file can be found again. */
  readonly uri?: string
  readonly name?: string
}

/**
 * Returns the text of a block as a model reads it: of a text, or of a file whose contents are text. Any other block has none.
 *
 * ```ts
 * import { textOf, toolOutput } from "@toolgate/core"
 *
 * const { content } = toolOutput({ content: [{ type: "file", mediaType: "text/plain", text: "milk", name: "todo.txt" }] })
 * console.log(content.map(textOf)) // [ 'milk' ]
 * ```
 */
export const textOf = (block: ContentBlock): string | undefined =>
  block.type === "text" || block.type === "file" ? block.text : undefined

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

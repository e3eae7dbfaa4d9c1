import type { Json, JsonObject } from "./json/Json.ts"

/** The output of a tool. */
export interface ToolOutput {
  /** Blocks for the model, in order. Empty if `value` is the whole output. */
  readonly content: ReadonlyArray<ContentBlock>
  /** The structured result, if there is one. */
  readonly value?: Json
  /** False if the tool ran and reports a failure. */
  readonly success: boolean
  /** Details for programs, not shown to the model. */
  readonly metadata: JsonObject
  /** The changed paths, as named by the tool. */
  readonly filesModified?: ReadonlyArray<string>
  /** The command that the tool ran, for people. */
  readonly commandExecuted?: string
}

/**
 * Part of an output for the model. Bytes are in Base64. A file has its contents as `text` or `base64`. A link refers to
 * something that is not included.
 */
export type ContentBlock =
  | {
      /** A text. */
      readonly type: "text"
      /** The text that the model reads. */
      readonly text: string
    }
  | {
      /** A picture or a sound. */
      readonly type: "image" | "audio"
      /** The media type, such as "image/png". */
      readonly mediaType: string
      /** The bytes in Base64. */
      readonly base64: string
    }
  | (FileBlock & {
      /** The contents of a text file. */
      readonly text: string
      readonly base64?: undefined
    })
  | (FileBlock & {
      /** The bytes of the file in Base64. */
      readonly base64: string
      readonly text?: undefined
    })
  | {
      /** A link to something that is not included. */
      readonly type: "link"
      /** The address. */
      readonly uri: string
      /** The media type of what is there, if it is known. */
      readonly mediaType?: string
      /** The title for people. */
      readonly title?: string
    }

interface FileBlock {
  /** A file. */
  readonly type: "file"
  /** The media type, such as "text/csv". */
  readonly mediaType: string
  /** The address of the file. */
  readonly uri?: string
  /** The file name for people. */
  readonly name?: string
}

/**
 * Returns the text of a text block or text file, or `undefined` for any other block.
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
 * Creates an output that is more than a string or a JSON value. `text` is short for one text block.
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

/** Whether a value was created by `toolOutput`. A value with the same members does not count. */
export const isToolOutput = (value: unknown): value is ToolOutput =>
  typeof value === "object" && value !== null && isOutput in value

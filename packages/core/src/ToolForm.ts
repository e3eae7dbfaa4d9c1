import type { JsonObject } from "./json/Json.ts"

/**
 * A request from a tool to its caller: a form to fill in, a page to visit, such as for logging in, or a prompt for the
 * caller's model.
 *
 * ```ts
 * import type { ToolForm } from "@toolgate/core"
 *
 * export const whichBranch: ToolForm = {
 *   message: "Which branch should be released?",
 *   schema: {
 *     type: "object",
 *     properties: { branch: { type: "string", enum: ["main", "next"] }, isDraft: { type: "boolean", default: false } },
 *     required: ["branch"]
 *   }
 * }
 * ```
 */
export type ToolForm = {
  readonly message: string
  /** The tool's name for the question, so that programs can recognise it. */
  readonly name?: string
} & (
  | { readonly schema: FormSchema; readonly url?: undefined; readonly prompt?: undefined }
  | { readonly url: string; readonly schema?: undefined; readonly prompt?: undefined }
  | { readonly prompt: ModelPrompt; readonly schema?: undefined; readonly url?: undefined }
)

/** A prompt for the caller's model, as in MCP sampling. The texts come from the tool and are not escaped. */
export interface ModelPrompt {
  readonly messages: ReadonlyArray<PromptMessage>
  readonly maxTokens: number
  readonly systemPrompt?: string
  readonly temperature?: number
  readonly stopSequences?: ReadonlyArray<string>
}

/** A message of a prompt, or the answer to one. */
export interface PromptMessage {
  readonly role: "user" | "assistant"
  readonly content: ReadonlyArray<PromptBlock>
}

/** Part of a message. Bytes are in Base64. */
export type PromptBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly mediaType: string; readonly base64: string }

/** The JSON Schema of an answer: a flat object, as in MCP elicitation. */
export interface FormSchema {
  readonly type: "object"
  readonly properties: Readonly<Record<string, FormField>>
  readonly required?: ReadonlyArray<string>
}

/** A field of a form. A string may be one of a list (`enum`, or `oneOf` with titles); an array contains strings of a list. */
export type FormField = FieldTexts &
  (
    | {
        readonly type: "string"
        readonly default?: string
        readonly minLength?: number
        readonly maxLength?: number
        readonly format?: "email" | "uri" | "date" | "date-time"
        readonly enum?: ReadonlyArray<string>
        /** Titles for the values of `enum`. */
        readonly enumNames?: ReadonlyArray<string>
        readonly oneOf?: ReadonlyArray<FormChoice>
      }
    | {
        readonly type: "number" | "integer"
        readonly default?: number
        readonly minimum?: number
        readonly maximum?: number
      }
    | { readonly type: "boolean"; readonly default?: boolean }
    | {
        readonly type: "array"
        readonly items:
          | { readonly type: "string"; readonly enum: ReadonlyArray<string> }
          | { readonly anyOf: ReadonlyArray<FormChoice> }
        readonly default?: ReadonlyArray<string>
        readonly minItems?: number
        readonly maxItems?: number
      }
  )

interface FieldTexts {
  readonly title?: string
  readonly description?: string
}

interface FormChoice {
  readonly const: string
  readonly title: string
}

/**
 * The answer to a form. `accept`: the content matches the form's schema; it is empty for a page, and a `PromptMessage`
 * with the name of the `model` and perhaps a `stopReason` for a prompt. `decline`: the caller declined or cannot be asked;
 * see the reason. `cancel`: the question ended without an answer.
 */
export type FormAnswer =
  | { readonly action: "accept"; readonly content: JsonObject }
  | { readonly action: "decline"; readonly reason?: string }
  | { readonly action: "cancel" }

/**
 * A form as the gate passes it to the code that asks the caller. The message names the tool. Its texts contain no hidden
 * characters and cannot start a line.
 */
export type AskedForm = ToolForm & {
  /** The id of the call that asks: the caller's call, or a child of it. */
  readonly callId: string
  readonly toolName: string
  /** The time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Asks a caller for input. The gate checks the answer against the form. If the function throws or rejects, the form counts
 * as cancelled. `signal` is aborted when the question has ended in any way.
 */
export type AskForm = (form: AskedForm, signal: AbortSignal) => FormAnswer | PromiseLike<FormAnswer>

/** The record of a form: its kind, its end and the time to answer. */
export interface FormEnd {
  readonly kind: "form" | "url" | "prompt"
  readonly action: FormAnswer["action"]
  /** In milliseconds. */
  readonly waitedMs: number
}

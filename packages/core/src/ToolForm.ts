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
  /** The question, in a sentence or two. */
  readonly message: string
  /** The tool's name for the question, so that programs can recognise it. */
  readonly name?: string
} & (
  | {
      /** The fields to fill in. */
      readonly schema: FormSchema
      readonly url?: undefined
      readonly prompt?: undefined
    }
  | {
      /** The page to visit. */
      readonly url: string
      readonly schema?: undefined
      readonly prompt?: undefined
    }
  | {
      /** The prompt for the caller's model. */
      readonly prompt: ModelPrompt
      readonly schema?: undefined
      readonly url?: undefined
    }
)

/** A prompt for the caller's model, as in MCP sampling. The texts come from the tool and are not escaped. */
export interface ModelPrompt {
  /** The conversation until now, the oldest message first. */
  readonly messages: ReadonlyArray<PromptMessage>
  /** The most tokens of the answer. */
  readonly maxTokens: number
  /** The system prompt that the tool would like. The caller may use another. */
  readonly systemPrompt?: string
  /** The temperature of the model. Default: the caller's. */
  readonly temperature?: number
  /** Texts at which the model stops. */
  readonly stopSequences?: ReadonlyArray<string>
}

/** A message of a prompt, or the answer to one. */
export interface PromptMessage {
  /** The author of the message. */
  readonly role: "user" | "assistant"
  /** The parts of the message, in order. */
  readonly content: ReadonlyArray<PromptBlock>
}

/** Part of a message. Bytes are in Base64. */
export type PromptBlock =
  | {
      /** A text. */
      readonly type: "text"
      /** The text. */
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

/** The JSON Schema of an answer: a flat object, as in MCP elicitation. */
export interface FormSchema {
  /** A form is one object. */
  readonly type: "object"
  /** The fields by their names. */
  readonly properties: Readonly<Record<string, FormField>>
  /** The names of the fields that have to be filled in. Default: none. */
  readonly required?: ReadonlyArray<string>
}

/** A field of a form. A string may be one of a list (`enum`, or `oneOf` with titles); an array contains strings of a list. */
export type FormField = FieldTexts &
  (
    | {
        /** A text. */
        readonly type: "string"
        /** The value that is filled in already. */
        readonly default?: string
        /** The fewest characters. */
        readonly minLength?: number
        /** The most characters. */
        readonly maxLength?: number
        /** The form that the text has to have. */
        readonly format?: "email" | "uri" | "date" | "date-time"
        /** The values to choose from. */
        readonly enum?: ReadonlyArray<string>
        /** Titles for the values of `enum`. */
        readonly enumNames?: ReadonlyArray<string>
        /** The values to choose from, with their titles. */
        readonly oneOf?: ReadonlyArray<FormChoice>
      }
    | {
        /** A number, or a whole number. */
        readonly type: "number" | "integer"
        /** The value that is filled in already. */
        readonly default?: number
        /** The least value. */
        readonly minimum?: number
        /** The greatest value. */
        readonly maximum?: number
      }
    | {
        /** A box to tick. */
        readonly type: "boolean"
        /** Whether the box is ticked already. */
        readonly default?: boolean
      }
    | {
        /** Several texts of a list. */
        readonly type: "array"
        /** The texts to choose from. */
        readonly items:
          | {
              /** The items are texts. */
              readonly type: "string"
              /** The values to choose from. */
              readonly enum: ReadonlyArray<string>
            }
          | {
              /** The values to choose from, with their titles. */
              readonly anyOf: ReadonlyArray<FormChoice>
            }
        /** The values that are chosen already. */
        readonly default?: ReadonlyArray<string>
        /** The fewest values. */
        readonly minItems?: number
        /** The most values. */
        readonly maxItems?: number
      }
  )

interface FieldTexts {
  /** The label of the field. */
  readonly title?: string
  /** A sentence of help for the person. */
  readonly description?: string
}

interface FormChoice {
  /** The value that the tool gets. */
  readonly const: string
  /** The text that the person sees. */
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

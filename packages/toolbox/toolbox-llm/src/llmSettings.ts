import { type Static, Type } from "typebox"

/** The schema of the embedding tools' settings: the section `llm` of `toolbox.yaml`, and the options of `llmTools`. */
export const llmSettings = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        pattern: "^https?://",
        maxLength: 2048,
        description:
          "The base URL of a server with the embeddings API of OpenAI, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1. It may be at a private address. Needs model."
      })
    ),
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "The embedding model, unless a call names another." })
    ),
    key: Type.Optional(
      Type.String({
        pattern: "^\\$\\{(?:env|file|command):[^{}]+\\}$",
        maxLength: 4096,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference
        description: "A reference to the key of the server, such as ${env:OPENAI_API_KEY}. Never the key itself."
      })
    ),
    batch: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2048,
        description: "The maximum number of texts of one request. Default: 64."
      })
    ),
    timeout: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 600, description: "The seconds for one request. Default: 60." })
    ),
    offline: Type.Optional(
      Type.Boolean({
        description:
          "Embeds without a model and without a network, by hashing words and parts of words. Texts with similar words are then near each other: it knows words, not meaning."
      })
    )
  },
  { additionalProperties: false }
)

/** The settings of the embedding tools. */
export type LlmSettings = Static<typeof llmSettings>

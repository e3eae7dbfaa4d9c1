import type { Tool } from "@toolgate/core"
import { classifyTextWith } from "./classify-text/definition.ts"
import type { Embedded, Embeddings, EmbedOptions, Vector } from "./Embeddings.ts"
import { type LlmOptions, sourceOf } from "./EmbeddingsSource.ts"
import { embedTextWith } from "./embed-text/definition.ts"
import { type LlmSettings, llmSettings } from "./llmSettings.ts"
import { similaritySearchWith } from "./similarity-search/definition.ts"

export {
  type Embedded,
  type Embeddings,
  type EmbedOptions,
  type LlmOptions,
  type LlmSettings,
  llmSettings,
  type Vector
}

/**
 * Returns the tools for embeddings. They use a server with the embeddings API of OpenAI, embeddings of the program's own, or hashes of
 * words if `offline` chooses them. Without any of these, every call fails, and says what to configure.
 *
 * ```ts
 * import { llmTools } from "@toolgate/toolbox-llm"
 *
 * const tools = llmTools({ url: "https://api.openai.com/v1", model: "text-embedding-3-small", key: "${env:OPENAI_API_KEY}" })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const llmTools = (options: LlmOptions = {}): ReadonlyArray<Tool> => {
  const source = sourceOf(options)
  return [embedTextWith(source), similaritySearchWith(source), classifyTextWith(source)]
}

const none = sourceOf({})

/** Embeds texts, once embeddings are configured by `llmTools`. */
export const embedText: Tool = embedTextWith(none)
/** Finds the texts that are nearest to a query, once embeddings are configured by `llmTools`. */
export const similaritySearch: Tool = similaritySearchWith(none)
/** Says which label is nearest to a text, once embeddings are configured by `llmTools`. */
export const classifyText: Tool = classifyTextWith(none)

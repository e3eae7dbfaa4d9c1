import type { Tool } from "@toolgate/core"
import { createClassifyText } from "./classify-text/definition.ts"
import type { Embedded, Embeddings, EmbedOptions, Vector } from "./Embeddings.ts"
import { createSource, type LlmOptions } from "./EmbeddingsSource.ts"
import { createEmbedText } from "./embed-text/definition.ts"
import { type LlmSettings, llmSettings } from "./llmSettings.ts"
import { createSimilaritySearch } from "./similarity-search/definition.ts"

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
 * Returns the embedding tools. They use a server with OpenAI's embeddings API, the app's own embeddings, or hashes of
 * words with `offline`. Without a source, every call fails and explains what to configure.
 *
 * ```ts
 * import { llmTools } from "@toolgate/toolbox-llm"
 *
 * const tools = llmTools({ url: "https://api.openai.com/v1", model: "text-embedding-3-small", key: "${env:OPENAI_API_KEY}" })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const llmTools = (options: LlmOptions = {}): ReadonlyArray<Tool> => {
  const source = createSource(options)
  return [createEmbedText(source), createSimilaritySearch(source), createClassifyText(source)]
}

const none = createSource({})

/** Embeds texts. Fails without embeddings, which `llmTools` configures. */
export const embedText: Tool = createEmbedText(none)
/** Finds the texts nearest to a query. Fails without embeddings, which `llmTools` configures. */
export const similaritySearch: Tool = createSimilaritySearch(none)
/** Finds the label nearest to a text. Fails without embeddings, which `llmTools` configures. */
export const classifyText: Tool = createClassifyText(none)

import { declareHost } from "@toolgate/catalogue/http-requests"
import { type HostDeclaration, ToolExecutionError } from "@toolgate/core"
import type { Embeddings } from "./Embeddings.ts"
import { hashEmbeddings } from "./hash/hashEmbeddings.ts"
import { getEndpoint } from "./http/getEndpoint.ts"
import { HttpEmbeddings } from "./http/HttpEmbeddings.ts"
import type { LlmSettings } from "./llmSettings.ts"

/** The options of the embedding tools: settings, or the app's own embeddings. */
export interface LlmOptions extends LlmSettings {
  /**
   * The app's embeddings. Of the settings, only `url` may be combined with them, to name the host that each call is
   * judged for.
   */
  readonly embeddings?: Embeddings
}

/** The embeddings of the tools, and the facts for their definitions. */
export interface EmbeddingsSource {
  readonly embeddings: Embeddings
  /** The host that every call reaches. */
  readonly hosts: ReadonlyArray<HostDeclaration>
  readonly isOffline: boolean
}

/**
 * Returns the source for some options. Throws a `TypeError` for more than one source. Without a source, every call
 * fails with an explanation.
 */
export const createSource = ({ embeddings, offline = false, ...settings }: LlmOptions): EmbeddingsSource => {
  const { url, model, key, batch, timeout } = settings
  const others = [model, key, batch, timeout].some((one) => one !== undefined)
  if (embeddings !== undefined) {
    if (offline || others) throw wrong('"embeddings" of a program can only be combined with "url"')
    return { embeddings, hosts: url === undefined ? [] : [declareHost(getEndpoint(url))], isOffline: false }
  }
  if (offline) {
    if (url !== undefined || others) throw wrong('"offline" cannot be combined with another setting')
    return { embeddings: hashEmbeddings, hosts: [], isOffline: true }
  }
  if (url === undefined) {
    if (others) throw wrong('"url" is missing, such as "https://api.openai.com/v1"')
    return { embeddings: unconfigured, hosts: [], isOffline: false }
  }
  if (model === undefined) throw wrong('"model" is missing, such as "text-embedding-3-small"')
  const endpoint = getEndpoint(url)
  const given = Object.fromEntries(Object.entries({ key, batch, timeout }).filter(([, value]) => value !== undefined))
  return {
    embeddings: new HttpEmbeddings({ url: endpoint, model, ...given }),
    hosts: [declareHost(endpoint)],
    isOffline: false
  }
}

const wrong = (what: string) => new TypeError(`The settings of the embeddings are wrong: ${what}.`)

const unconfigured: Embeddings = {
  embed: () =>
    Promise.reject(
      new ToolExecutionError({
        message:
          'No embeddings are configured. The operator can name a server with the embeddings API of OpenAI by "url", "model" and "key" in the section "llm" of toolbox.yaml, or choose "offline: true", which knows words, not meaning; a program gives the same to llmTools.',
        executed: "no"
      })
    )
}

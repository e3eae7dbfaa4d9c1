import { convertFailure, getPort, type HttpAnswer, send } from "@toolgate/catalogue/http-requests"
import { quoted, ToolExecutionError, ToolTimeout } from "@toolgate/core"
import type { Embedded, Embeddings, EmbedOptions, Vector } from "../Embeddings.ts"
import { createKeyReader, type SecretKey } from "./createKeyReader.ts"
import { createStatusError } from "./createStatusError.ts"
import { readVectors } from "./readVectors.ts"
import { splitBatches } from "./splitBatches.ts"

/** The settings of an embedding server. */
export interface HttpEmbeddingsSettings {
  readonly url: URL
  readonly model: string
  readonly key?: string
  readonly batch?: number
  readonly timeout?: number
}

/**
 * Embeddings from a server with OpenAI's API. The operator sets its address, which may be private. Redirects are not
 * followed, so that the key stays there.
 */
export class HttpEmbeddings implements Embeddings {
  private readonly url: URL
  private readonly model: string
  private readonly key: ((signal: AbortSignal) => Promise<SecretKey>) | undefined
  private readonly batch: number
  private readonly timeoutMs: number

  constructor({ url, model, key, batch = 64, timeout = 60 }: HttpEmbeddingsSettings) {
    this.url = url
    this.model = model
    this.key = key === undefined ? undefined : createKeyReader(key)
    this.batch = batch
    this.timeoutMs = timeout * 1000
  }

  async embed(texts: ReadonlyArray<string>, { model = this.model, signal, progress }: EmbedOptions): Promise<Embedded> {
    signal.throwIfAborted()
    const key = (await this.key?.(signal)) ?? noKey
    const vectors: Array<Vector> = []
    let by: string | undefined
    for (const batch of splitBatches(texts, this.batch)) {
      const answer = await this.embedded(batch, model, key, signal)
      const named = key.redaction.text(answer.model ?? model)
      if (by !== undefined && by !== named) throw this.unusable("it comes from a different model than before")
      by = named
      vectors.push(...answer.vectors)
      if (vectors.length < texts.length) progress?.(`Embedded ${vectors.length} of ${texts.length} texts.\n`)
    }
    const dimensions = vectors[0]?.length ?? 0
    if (vectors.some(({ length }) => length !== dimensions))
      throw this.unusable("its embeddings have different numbers of dimensions")
    return { model: by ?? model, dimensions, vectors }
  }

  private async embedded(input: ReadonlyArray<string>, model: string, key: SecretKey, signal: AbortSignal) {
    // Official clients request Base64, a fifth of the size. Servers without Base64 still answer with lists.
    const answer = await this.sent(JSON.stringify({ model, input, encoding_format: "base64" }), key, signal)
    if (answer.status !== 200)
      throw createStatusError(answer, { url: this.url, model, hasKey: key !== noKey, redaction: key.redaction })
    if (answer.isCut)
      throw this.unusable(
        `it has more than ${mostBytes / 1024 ** 2} MiB; the operator can set a smaller "batch" in the settings of the embeddings`
      )
    const read = readVectors(answer.body, input.length)
    if (typeof read === "string") throw this.unusable(read)
    return read
  }

  private async sent(body: string, key: SecretKey, signal: AbortSignal): Promise<HttpAnswer> {
    const { url, timeoutMs } = this
    const late = AbortSignal.timeout(timeoutMs)
    const request = {
      method: "POST",
      url: { scheme: url.protocol as "http:" | "https:", host: url.hostname, port: getPort(url) },
      target: `${url.pathname}${url.search}`,
      headers: {
        "User-Agent": "toolgate",
        Accept: "application/json",
        "Accept-Encoding": "gzip",
        "Content-Type": "application/json",
        ...key.headers
      },
      body
    }
    const options = { signal: AbortSignal.any([signal, late]), mostBytes, tooLong: "cut" } as const
    return await send(request, options).catch((cause: unknown) => {
      signal.throwIfAborted()
      const server = quoted(url.host, 300)
      if (late.aborted)
        throw new ToolTimeout({
          message: `The embeddings server ${server} did not answer within ${timeoutMs / 1000} s. Try fewer texts; the operator can allow more by "timeout" in the settings of the embeddings.`
        })
      // Repeating a request is safe: it changes nothing.
      throw convertFailure(cause, { server, isSafe: true })
    })
  }

  private unusable(why: string): ToolExecutionError {
    const server = quoted(this.url.host, 300)
    return new ToolExecutionError({ message: `The answer of the embeddings server ${server} cannot be used: ${why}.` })
  }
}

const noKey: SecretKey = { headers: {}, redaction: { text: (text) => text, value: (value) => value } }

const mostBytes = 8 * 1024 ** 2

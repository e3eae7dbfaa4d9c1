import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll } from "vitest"

/** A request for embeddings, as the server received it. */
export interface AskedFor {
  readonly method: string
  readonly url: string
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: ReadonlyArray<string>; readonly encoding_format?: string }
}

/** Counts the letters of a text, which makes texts with similar words close. */
export const countLetters = (text: string): Array<number> => {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

const base64 = (vector: ReadonlyArray<number>): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString("base64")

interface Item {
  readonly object: "embedding"
  readonly index?: number
  readonly embedding: unknown
}

type Misbehaves = (data: Array<Item>, request: AskedFor) => unknown

/** The invalid answers with status 200, by model. */
const wrongly: Readonly<Record<string, Misbehaves>> = {
  few: (data) => data.slice(1),
  many: (data) => [...data, { ...data[0], index: data.length }],
  twice: (data) => data.map((item) => ({ ...item, index: 0 })),
  "without-index": (data) => data.map(({ embedding, object }) => ({ embedding, object })),
  "index-beyond": (data) => data.map((item, at) => ({ ...item, index: at + 1 })),
  "index-text": (data) => data.map((item) => ({ ...item, index: "0" })),
  mixed: (data) => data.map((item, at) => (at === 0 ? { ...item, embedding: [1, 2] } : item)),
  nan: (data) => data.map((item) => ({ ...item, embedding: base64([Number.NaN, 1]) })),
  infinite: (data) => data.map((item) => ({ ...item, embedding: base64([Number.POSITIVE_INFINITY, 1]) })),
  nulls: (data) => data.map((item) => ({ ...item, embedding: [null, 1] })),
  texts: (data) => data.map((item) => ({ ...item, embedding: ["1", 1] })),
  "no-numbers": (data) => data.map((item) => ({ ...item, embedding: [] })),
  "no-base64": (data) => data.map((item) => ({ ...item, embedding: "not base64!" })),
  "odd-bytes": (data) => data.map((item) => ({ ...item, embedding: "AAAAAAA=" })),
  "no-list": () => ({ vector: 1 }),
  "no-items": (data) => data.map(() => null)
}

type Answers = (response: ServerResponse, request: AskedFor) => void

const saying =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answers =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ error: { message, type: "t", code: null } }))

/** Further special answers, by model. */
const otherwise: Readonly<Record<string, Answers>> = {
  "400": saying(400, "The input is too long."),
  "401": (response, { authorization }) =>
    saying(401, `Incorrect key provided: ${authorization}`)(response, {} as AskedFor),
  "403": saying(403, "No."),
  "404": saying(404, "The model does not exist."),
  "429": saying(429, "Slow down.", { "Retry-After": "20" }),
  // An hour after the request, because other tests may run long.
  "429-date": (response, asked) =>
    saying(429, "Slow down.", { "Retry-After": new Date(Date.now() + 3_600_000).toUTCString() })(response, asked),
  "429-plain": (response) => response.writeHead(429).end("busy"),
  "500": saying(500, "It broke."),
  "503": saying(503, "", { "Retry-After": "7" }),
  "302": (response) => response.writeHead(302, { Location: "http://169.254.169.254/embeddings" }).end(),
  "204": (response) => response.writeHead(204).end(),
  "echoed-key": (response, { authorization = "" }) =>
    response.writeHead(400).end(JSON.stringify({ message: `You sent ${authorization} to me.` })),
  html: (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Welcome</p>"),
  huge: (response) => response.writeHead(200).end(JSON.stringify({ data: "x".repeat(9 * 1024 ** 2) })),
  bomb: (response) =>
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(64 * 1024 ** 2))),
  half: (response) => {
    response.writeHead(200, { "Content-Length": "1000" }).write("{")
    setImmediate(() => response.destroy())
  },
  closed: (response) => response.destroy(),
  silent: () => {},
  dribbling: (response) => void response.writeHead(200).write("{")
}

/**
 * Starts a server with OpenAI's embeddings API for a test file. It misbehaves as the model's name says. Other models
 * count letters.
 */
export const startEmbeddingsServer = async () => {
  const requests: Array<AskedFor> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = "", url = "", headers } = request
    const body = JSON.parse(Buffer.concat(chunks).toString() || "null") as AskedFor["body"]
    const asked: AskedFor = { method, url, authorization: headers.authorization, body }
    requests.push(asked)
    if (method !== "POST" || new URL(url, "http://a").pathname !== "/v1/embeddings")
      return saying(404, "There is no such page.")(response, asked)
    const { model, encoding_format: format } = body
    const other = otherwise[model]
    if (other !== undefined) return other(response, asked)
    const isBase64 = format === "base64" && model !== "lists"
    const input = typeof body.input === "string" ? [body.input] : body.input
    const data = input.map((text, index): Item => {
      const vector = countLetters(text)
      return { object: "embedding", index, embedding: isBase64 ? base64(vector) : vector }
    })
    const named =
      model === "named-by-key"
        ? `of ${asked.authorization}`
        : model === "changing"
          ? `changing-${requests.length}`
          : model === "nameless"
            ? undefined
            : model
    const shown = model === "reversed" ? data.toReversed() : (wrongly[model]?.(data, asked) ?? data)
    response.setHeader("Content-Type", "application/json")
    const text = JSON.stringify({
      object: "list",
      data: shown,
      model: named,
      usage: { prompt_tokens: 1, total_tokens: 1 }
    })
    if (model !== "packed") return response.end(text)
    response.setHeader("Content-Encoding", "gzip")
    response.end(gzipSync(text))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/v1`, requests }
}

/** The models with invalid answers of status 200. */
export const wrongModels: ReadonlyArray<string> = Object.keys(wrongly)

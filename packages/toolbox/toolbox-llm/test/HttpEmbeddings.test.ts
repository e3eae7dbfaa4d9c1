// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ToolError } from "@toolgate/core"
import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { getEndpoint } from "../src/http/getEndpoint.ts"
import { HttpEmbeddings, type HttpEmbeddingsSettings } from "../src/http/HttpEmbeddings.ts"
import { countLetters, startEmbeddingsServer, wrongModels } from "./startEmbeddingsServer.ts"
import { testEmbeddings } from "./testEmbeddings.ts"

const { url, port, requests } = await startEmbeddingsServer()

const secret = "sk-tango-9-foxtrot"
const keyFile = join(mkdtempSync(join(tmpdir(), "toolgate-key-")), "key")
writeFileSync(keyFile, `${secret}\n`)

const over = (settings: Partial<HttpEmbeddingsSettings> = {}) =>
  new HttpEmbeddings({ url: getEndpoint(url), model: "letters", ...settings })

const { signal } = new AbortController()

/** Returns the error message for a model whose name makes the fake server fail. */
const failureOf = async (model: string, settings: Partial<HttpEmbeddingsSettings> = {}, texts = ["tea", "pot"]) => {
  const failure = await over(settings)
    .embed(texts, { signal, model })
    .then(() => undefined)
    .catch((cause: unknown) => cause)
  if (!(failure instanceof ToolError)) throw new Error(`Not a failure with words: ${failure}`)
  return {
    message: failure.message,
    class: failure.errorClass,
    all: JSON.stringify([failure.message, String(failure.cause)])
  }
}

testEmbeddings("embeddings of a server", over(), { texts: ["tea"], model: "silent" })
testEmbeddings("embeddings of a server that dribbles", over({ model: "lists" }), {
  texts: ["tea"],
  model: "dribbling"
})

it.each(["letters", "lists", "reversed", "packed", "nameless"])(
  "reads vectors from a server that answers with %s",
  async (model) => {
    const { model: by, dimensions, vectors } = await over().embed(["tea", "pot"], { signal, model })
    expect({ by, dimensions }).toEqual({ by: model, dimensions: 26 })
    expect(vectors.map((vector) => Array.from(vector))).toEqual([countLetters("tea"), countLetters("pot")])
  }
)

it("sends as many texts per request as the settings allow, within a total length, and reports progress", async () => {
  const from = requests.length
  const progress: Array<string> = []
  const texts = ["a", "b", "c", "x".repeat(100_000), "y".repeat(100_000)]
  await over({ batch: 3 }).embed(texts, { signal, progress: (text) => progress.push(text) })
  expect(requests.slice(from).map(({ body }) => body.input.map((text) => text.slice(0, 1)).join(""))).toEqual([
    "abc",
    "x",
    "y"
  ])
  expect(progress).toEqual(["Embedded 3 of 5 texts.\n", "Embedded 4 of 5 texts.\n"])
})

it("sends the official client's requests and reads the same vectors", async () => {
  const client = new OpenAI({ baseURL: url, apiKey: secret })
  const from = requests.length
  const official = await client.embeddings.create({ model: "letters", input: ["green tea", "pot"] })
  const ours = await over({ key: `\${file:${keyFile}}` }).embed(["green tea", "pot"], { signal })
  const [theirs, own] = requests.slice(from)
  expect(own).toEqual(theirs)
  expect(own).toMatchObject({ authorization: `Bearer ${secret}`, body: { encoding_format: "base64" } })
  expect(ours.vectors.map((vector) => Array.from(vector))).toEqual(
    official.data.map(({ embedding }) => Array.from(embedding))
  )
})

it("keeps the query of the base URL, and removes its last slash", () => {
  expect(getEndpoint("https://a.example/openai/v1/?api-version=1#x").href).toBe(
    "https://a.example/openai/v1/embeddings?api-version=1"
  )
})

describe("an invalid answer", () => {
  it.each(wrongModels)("is refused: %s", async (model) => {
    const { message, class: as } = await failureOf(model)
    expect(message).toContain(`The answer of the embeddings server "127.0.0.1:${port}" cannot be used: `)
    expect(as).toBe("execution_error")
  })

  it.each([
    ["few", "it has 1 embeddings for 2 texts"],
    ["twice", "it has two embeddings for the text 0"],
    ["without-index", 'its embedding 0 has no "index" of a text'],
    ["mixed", "its embeddings have different numbers of dimensions"],
    ["nan", "its embedding 0 is neither a list of finite numbers nor base64 of them"],
    ["html", "it is not JSON"],
    ["204", "answered with something other than embeddings (status 204)"],
    ["huge", 'it has more than 8 MiB; the operator can set a smaller "batch"'],
    ["bomb", "it has more than 8 MiB"],
    ["half", "The answer broke off"],
    ["closed", "closed before an answer"]
  ])("is reported in a message: %s", async (model, words) => expect((await failureOf(model)).message).toContain(words))

  it("is refused if another batch came from another model", async () => {
    const { message } = await failureOf("changing", { batch: 1 })
    expect(message).toContain("it comes from a different model than before")
  })

  it("is refused if another batch has other dimensions", async () => {
    const { message } = await failureOf("mixed", { batch: 2 }, ["a", "b", "c", "d"])
    expect(message).toContain("different numbers of dimensions")
  })
})

describe("a failure of the server", () => {
  it.each([
    ["400", 'does not accept the request (status 400). It says: "The input is too long.".'],
    ["401", 'asks for a key; the operator must name one in "key" in the settings of the embeddings (status 401).'],
    ["403", "asks for a key"],
    ["404", 'knows no model "404", or embeds at another address'],
    [
      "429",
      'accepts no more requests for now, or the quota is used up (status 429). It says: "Slow down.". Try again in 20 s.'
    ],
    ["429-date", /Try again in 3[56]\d\d s\.$/],
    ["429-plain", "(status 429). Try again later."],
    ["500", 'failed (status 500). It says: "It broke.". Try again later.'],
    ["503", "failed (status 503). Try again in 7 s."],
    ["302", 'leads to "http://169.254.169.254/embeddings", where the key must not go']
  ])("is reported in a message: %s", async (model, words) => {
    const { message } = await failureOf(model)
    expect(message).toMatch(words)
    expect(message).toContain(`"127.0.0.1:${port}"`)
  })

  it("is reported if the server is unreachable", async () => {
    const { message } = await failureOf("letters", { url: getEndpoint("http://127.0.0.1:1/v1") })
    expect(message).toBe('The request to "127.0.0.1:1" was not sent. Nothing accepts connections there (ECONNREFUSED).')
  })

  it("is reported if a request times out", async () => {
    const failure = await failureOf("silent", { timeout: 0.05 })
    expect(failure.class).toBe("timeout")
    expect(failure.message).toContain("did not answer within 0.05 s")
  })
})

describe("the key", () => {
  const key = `\${file:${keyFile}}`

  it.each(["401", "403", "echoed-key", "302", "429", "html", "half", "few"])(
    "appears in no message, with any answer of the server: %s",
    async (model) => {
      const { all } = await failureOf(model, { key })
      expect(all).not.toContain(secret)
      expect(all).not.toContain("tango")
    }
  )

  it("is reported as wrong if the server refuses it, without quoting the server", async () => {
    const { message } = await failureOf("401", { key })
    expect(message).toBe(
      `The embeddings server "127.0.0.1:${port}" refuses the key; the operator must check "key" in the settings of the embeddings (status 401).`
    )
  })

  it("is redacted in quoted answers", async () => {
    expect((await failureOf("echoed-key", { key })).message).toContain('"You sent Bearer [REDACTED] to me."')
  })

  it("is redacted in model names", async () => {
    const { model } = await over({ key }).embed(["tea"], { signal, model: "named-by-key" })
    expect(model).toBe("of Bearer [REDACTED]")
  })

  it("is reported by its reference if it has no value, and read again for the next call", async () => {
    const embeddings = over({ key: "${env:TOOLGATE_TEST_NO_SUCH_KEY}" })
    const from = requests.length
    await expect(embeddings.embed(["tea"], { signal })).rejects.toThrow(
      'because the reference "${env:TOOLGATE_TEST_NO_SUCH_KEY}" has no value: the variable is not set'
    )
    expect(requests).toHaveLength(from)
    process.env.TOOLGATE_TEST_NO_SUCH_KEY = secret
    expect((await embeddings.embed(["tea"], { signal })).vectors).toHaveLength(1)
    delete process.env.TOOLGATE_TEST_NO_SUCH_KEY
  })

  it("is refused without being shown if it is not a valid header", async () => {
    const bad = join(mkdtempSync(join(tmpdir(), "toolgate-key-")), "key")
    writeFileSync(bad, "sk-tango\r\nHost: evil")
    const { all } = await failureOf("letters", { key: `\${file:${bad}}` })
    expect(all).toContain("it has characters that no header can have")
    expect(all).not.toContain("tango")
  })

  it("does not delay a cancelled call while its command runs", async () => {
    const cancelling = new AbortController()
    const embedding = over({ key: "${command:exec sleep 1}" }).embed(["tea"], { signal: cancelling.signal })
    setImmediate(() => cancelling.abort(new Error("stopped")))
    await expect(embedding).rejects.toThrow("stopped")
  })
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { type JsonObject, toolOutput } from "@toolgate/core"
import { useGate } from "@toolgate/toolbox-testing"
import { Value } from "typebox/value"
import { describe, expect, it } from "vitest"
import { classifyText, embedText, type LlmOptions, llmSettings, llmTools, similaritySearch } from "../src/index.ts"

const server = { url: "http://127.0.0.1:11434/v1", model: "nomic" }

const calls: ReadonlyArray<readonly [string, JsonObject]> = [
  ["embed_text", { texts: ["tea"] }],
  ["similarity_search", { query: "tea", items: ["pot"] }],
  ["classify_text", { text: "tea", labels: ["pot", "cup"] }]
]

it.each(calls)("refuses %s without embeddings, and explains what to configure and where", async (name, args) => {
  await useGate(llmTools(), {}, async ({ call }) => {
    const { error, executed } = await call(name, args)
    expect({ class: error?.class, executed }).toEqual({ class: "execution_error", executed: "no" })
    expect(error?.message).toBe(
      'No embeddings are configured. The operator can name a server with the embeddings API of OpenAI by "url", "model" and "key" in the section "llm" of toolbox.yaml, or choose "offline: true", which knows words, not meaning; a program gives the same to llmTools.'
    )
  })
})

it("offers three tools of one class", () => {
  for (const tools of [llmTools(), llmTools(server), [embedText, similaritySearch, classifyText]])
    expect(
      tools.map(({ name, sideEffects, effects, permission, category, risk, callers }) => ({
        name,
        rest: { sideEffects, effects, permission, category, risk, callers }
      }))
    ).toEqual(
      ["embed_text", "similarity_search", "classify_text"].map((name) => ({
        name,
        rest: {
          sideEffects: "READ",
          effects: ["calls_llm", "network_access"],
          permission: "compute",
          category: "llm",
          risk: "SAFE",
          callers: ["direct", "chain"]
        }
      }))
    )
})

it("declares the server's host, so that a policy can judge it", () => {
  const hosts = (options: LlmOptions) => llmTools(options).map(({ resources }) => resources)
  const local = [{ kind: "host", host: "127.0.0.1", port: 11_434 }]
  expect(hosts(server)).toEqual([local, local, local])
  expect(hosts({ ...server, url: "https://api.openai.com/v1" })[0]).toEqual([
    { kind: "host", host: "api.openai.com", port: 443 }
  ])
  const own = { embed: async () => ({ model: "own", dimensions: 1, vectors: [] }) }
  expect(hosts({ embeddings: own, url: "https://models.example/v1" })[0]).toEqual([
    { kind: "host", host: "models.example", port: 443 }
  ])
  expect(hosts({ offline: true })[0]).toEqual([])
})

it("describes offline embeddings as knowing words and not meaning", () => {
  for (const { description } of llmTools({ offline: true })) expect(description).toContain("not meaning")
  for (const { description } of llmTools(server)) expect(description).not.toContain("not meaning")
})

it("uses an app's own embeddings", async () => {
  const embeddings = {
    embed: async (texts: ReadonlyArray<string>) => ({
      model: "lengths",
      dimensions: 2,
      vectors: texts.map(({ length }) => Float32Array.of(1, length))
    })
  }
  await useGate(llmTools({ embeddings }), {}, async ({ call }) => {
    const { output } = await call("embed_text", { texts: ["tea"] })
    expect(output).toEqual({ ...toolOutput({ value: { model: "lengths", dimensions: 2, embeddings: [[1, 3]] } }) })
  })
})

describe("settings", () => {
  it.each<[string, LlmOptions, string]>([
    ["a server and hashes", { ...server, offline: true }, '"offline" cannot be combined with another setting'],
    ["a model without a server", { model: "nomic" }, '"url" is missing'],
    ["a server without a model", { url: server.url }, '"model" is missing'],
    ["no URL", { url: "http://", model: "m" }, '"url" of the embeddings must be an http or https URL'],
    ["a password in the URL", { url: "http://a:b@c/v1", model: "m" }, "has credentials"],
    [
      "own embeddings and a key",
      { embeddings: { embed: () => Promise.reject() }, key: "${env:K}" },
      '"embeddings" of a program'
    ]
  ])("are refused: %s", (_, options, words) => expect(() => llmTools(options)).toThrow(words))

  it.each([
    [{}, true],
    [{ offline: true }, true],
    [{ ...server, key: "${env:KEY}", batch: 8, timeout: 0.5 }, true],
    [{ ...server, key: "${file:~/key}" }, true],
    [{ ...server, key: "sk-1234" }, false],
    [{ ...server, key: "Bearer ${env:KEY}" }, false],
    [{ ...server, url: "ftp://a/" }, false],
    [{ ...server, batch: 0 }, false],
    [{ ...server, timeout: 0 }, false],
    [{ ...server, base: "x" }, false]
  ])("have a closed schema: %j", (settings, isRight) => expect(Value.Check(llmSettings, settings)).toBe(isRight))
})

import { type ToolCases, testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { createSource } from "../src/EmbeddingsSource.ts"
import { createSimilaritySearch } from "../src/similarity-search/definition.ts"
import { startEmbeddingsServer } from "./startEmbeddingsServer.ts"

const { url, requests } = await startEmbeddingsServer()
const items = ["Opening hours", "How to brew green tea", "A kettle for tea", "Trains to Berlin"]

const bad: ToolCases["bad"] = [
  { name: "no query", args: { items }, says: "query" },
  { name: "a blank query", args: { query: " ", items }, says: '"query" is blank' },
  { name: "no items", args: { query: "tea", items: [] }, says: "items" },
  { name: "too many items", args: { query: "tea", items: new Array(1001).fill("tea") }, says: "items" },
  { name: "none to return", args: { query: "tea", items, top_k: 0 }, says: "top_k" },
  { name: "an item other than text", args: { query: "tea", items: ["tea", 1] }, says: "items" }
]

const long = Array.from({ length: 1000 }, (_, at) => `word${at} `.repeat(1500))

describe("offline", () => {
  testTool(createSimilaritySearch(createSource({ offline: true })), {
    good: {
      name: "finds the nearest texts, the nearest first",
      args: { query: "brewing tea", items, top_k: 2 },
      check: ({ output }) => expect(output.value).toMatchObject({ results: [{ index: 1 }, { index: 2 }] })
    },
    edge: [
      {
        name: "returns texts that are equally near in their order",
        args: { query: "tea", items: ["pot", "tea", "x", "tea", "tea"], top_k: 3 },
        value: { results: [1, 3, 4].map((index) => ({ index, text: "tea", score: 1 })) }
      },
      {
        name: "never finds a blank text, and says that it left it out",
        args: { query: "tea", items: ["", "tea", " \t"] },
        value: { results: [{ index: 1, text: "tea", score: 1 }] },
        text: "[2 of the items are blank, and were left out.]"
      },
      { name: "finds nothing among blank texts", args: { query: "tea", items: [""] }, value: { results: [] } },
      {
        name: "returns the beginning of a long text, in whole characters",
        args: { query: "tea", items: [`${"t".repeat(999)}🫖 tea`] },
        value: { results: [{ index: 0, text: "t".repeat(999) }] }
      },
      {
        name: "returns at most 64 KiB",
        args: { query: "tea", items: new Array(100).fill("é".repeat(1000)), top_k: 100 },
        text: 'Ask for fewer by "top_k".'
      }
    ],
    bad,
    cancel: { args: { query: "tea", items: long } },
    worst: { args: { query: "tea", items: long }, ends: ["limit", "result"] }
  })
})

describe("with a server", () => {
  testTool(createSimilaritySearch(createSource({ url, model: "letters", batch: 3 })), {
    good: {
      name: "finds the nearest texts",
      args: { query: "tea", items: ["kettle", "tea", "zzz"] },
      value: { results: [{ index: 1, score: 1 }, { index: 0 }, { index: 2, score: 0 }] }
    },
    edge: {
      name: "embeds equal texts once, the query among them",
      args: { query: "tea", items: ["pot", "tea", "pot", "kettle", "cup"] },
      check: () => expect(requests.slice(-2).map(({ body }) => body.input)).toEqual([["tea", "pot", "kettle"], ["cup"]])
    },
    bad,
    worst: { args: { query: "tea", items: long }, ends: ["limit", "result"] }
  })

  it("reports that embeddings with different dimensions cannot be compared", async () => {
    await useGate([createSimilaritySearch(createSource({ url, model: "mixed" }))], {}, async ({ call }) => {
      const { error } = await call("similarity_search", { query: "tea", items })
      expect(error?.message).toContain("its embeddings have different numbers of dimensions")
    })
  })

  it("ends when it is cancelled while the server is silent", async () => {
    await useGate([createSimilaritySearch(createSource({ url, model: "silent" }))], {}, async ({ cancelled }) =>
      expect((await cancelled("similarity_search", { query: "tea", items })).error?.class).toBe("cancelled")
    )
  })

  it("requests no embeddings if nothing can be found", async () => {
    await useGate([createSimilaritySearch(createSource({ url, model: "silent" }))], {}, async ({ call }) =>
      expect((await call("similarity_search", { query: "tea", items: [""] })).output.value).toEqual({ results: [] })
    )
  })
})

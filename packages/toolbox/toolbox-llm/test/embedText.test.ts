import type { ToolExecution } from "@toolgate/core"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import type { Embeddings } from "../src/Embeddings.ts"
import { createSource } from "../src/EmbeddingsSource.ts"
import { createEmbedText } from "../src/embed-text/definition.ts"
import { embedTexts } from "../src/embedTexts.ts"
import { countLetters, startEmbeddingsServer } from "./startEmbeddingsServer.ts"

const { url, requests } = await startEmbeddingsServer()
const embedText = createEmbedText(createSource({ url, model: "letters" }))

const numbersOf = ({ output }: ToolExecution) => (output.value as { embeddings: Array<Array<number>> }).embeddings

testTool(embedText, {
  good: {
    name: "returns a vector for each text",
    args: { texts: ["tea", "pot"] },
    value: { model: "letters", dimensions: 26, embeddings: [countLetters("tea"), countLetters("pot")] }
  },
  edge: [
    {
      name: "embeds equal texts once, and returns them as often as they are given",
      args: { texts: ["tea", "pot", "tea"] },
      value: { embeddings: [countLetters("tea"), countLetters("pot"), countLetters("tea")] },
      check: () => expect(requests.at(-1)?.body.input).toEqual(["tea", "pot"])
    },
    {
      name: "leaves the choice of another model to the call",
      args: { texts: ["tea"], model: "lists" },
      value: { model: "lists" }
    },
    {
      name: "embeds 128 texts",
      args: { texts: new Array(128).fill("tea") },
      text: "[Cut: the numbers are not shown here."
    }
  ],
  bad: [
    { name: "no text", args: { texts: [] }, says: "texts" },
    { name: "too many texts", args: { texts: new Array(129).fill("tea") }, says: "texts" },
    { name: "a blank text", args: { texts: ["tea", " \n"] }, says: '"texts" has a blank text at 1.' },
    { name: "a text that is too long", args: { texts: ["x".repeat(32_769)] }, says: "texts" },
    { name: "a number", args: { texts: [1] }, says: "texts" },
    { name: "an argument that there is not", args: { texts: ["tea"], key: "sk-1" }, says: "key" },
    {
      name: "a model that there is not",
      args: { texts: ["tea"], model: "404" },
      says: 'knows no model "404"',
      class: "execution_error"
    }
  ],
  cancel: { args: { texts: ["tea"], model: "silent" } },
  worst: { args: { texts: new Array(128).fill("word ".repeat(6000)), model: "dribbling" }, ends: "limit" }
})

const vectors = (count: number, dimensions: number): Embeddings => ({
  embed: async (texts) => ({
    model: "own",
    dimensions,
    vectors: texts
      .slice(0, count)
      .map((_, at) => Array.from({ length: dimensions }, (_, place) => Math.sin(at + place)))
  })
})

const answerOf = async (embeddings: Embeddings, texts: ReadonlyArray<string>) => {
  let answer: ToolExecution | undefined
  await useGate([createEmbedText(createSource({ embeddings }))], {}, async ({ call }) => {
    answer = await call("embed_text", { texts: [...texts] })
  })
  if (answer === undefined) throw new Error("There is no answer.")
  return answer
}

const textOf = ({ output }: ToolExecution) =>
  output.content.map((block) => ("text" in block ? block.text : "")).join("")

it("shows a model at most 4 KiB, and gives programs complete vectors", async () => {
  const answer = await answerOf(vectors(2, 1536), ["tea", "pot"])
  expect(numbersOf(answer).map(({ length }) => length)).toEqual([1536, 1536])
  expect(textOf(answer)).toBe(
    `{"model":"own","dimensions":1536,"texts":2}\n[Cut: the numbers are not shown here. The structured result has all 2 embeddings, for programs. To find or sort texts by meaning, use similarity_search or classify_text, which need no numbers.]`
  )
  const short = await answerOf(vectors(2, 100), ["tea", "pot"])
  expect({ text: textOf(short), bytes: JSON.stringify(short.output.value).length < 4096 }).toEqual({
    text: "",
    bytes: true
  })
})

it("returns the first complete vectors of more than 64 KiB, and reports the cut", async () => {
  const answer = await answerOf(
    vectors(10, 3072),
    Array.from({ length: 10 }, (_, at) => `text ${at}`)
  )
  expect(answer.output.value).toMatchObject({
    dimensions: 3072,
    cut: true,
    embeddings: [{ length: 3072 }, { length: 3072 }]
  })
  expect(Buffer.byteLength(JSON.stringify(answer.output.value))).toBeLessThanOrEqual(64 * 1024)
  expect(textOf(answer)).toContain("The structured result has the first 2 of 10 embeddings")
})

it.each([
  ["too few vectors", vectors(1, 2), "there are 1 of them for 2 texts"],
  ["vectors without numbers", vectors(2, 0), "they have different numbers of dimensions"],
  [
    "vectors of several lengths",
    { embed: async () => ({ model: "own", dimensions: 2, vectors: [[1, 2], [1]] }) },
    "they have different numbers of dimensions"
  ],
  [
    "an invalid number",
    { embed: async () => ({ model: "own", dimensions: 1, vectors: [[1], [Number.NaN]] }) },
    "one of them has a number that is not finite"
  ]
])("refuses invalid results of a program's own embeddings: %s", async (_, embeddings, words) => {
  const { error } = await answerOf(embeddings, ["tea", "pot"])
  expect(error?.message).toContain(`The embeddings cannot be used: ${words}`)
})

it("does not wait for an app's embeddings that ignore cancellation", async () => {
  const cancelling = new AbortController()
  const deaf: Embeddings = { embed: () => new Promise(() => {}) }
  // The gate reports the cancellation anyway, but only after it stops waiting for the tool.
  const embedding = embedTexts(deaf, ["tea"], { signal: cancelling.signal, emit: () => {} })
  const reason = new Error("stopped")
  setImmediate(() => cancelling.abort(reason))
  await expect(embedding).rejects.toBe(reason)
})

import { defineTool, type ToolOutput } from "@toolgate/core"
import { addNotes, boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { computeCosines } from "../computeCosine.ts"
import { createTextSchema, declareModelCall, describeKnowledge } from "../declareModelCall.ts"
import type { EmbeddingsSource } from "../EmbeddingsSource.ts"
import { createArgumentsError, embedTexts, isBlank } from "../embedTexts.ts"

const result = Type.Object(
  {
    index: Type.Integer({ description: "The place of the text in items, from 0." }),
    text: Type.String({ description: `The text, of which at most 1000 characters are returned.` }),
    score: Type.Number({ description: "The cosine, from -1 to 1: 1 for equal texts. Scores of two models differ." })
  },
  { additionalProperties: false }
)

/** Returns the tool that finds the texts nearest to a query. */
export const createSimilaritySearch = (source: EmbeddingsSource) =>
  defineTool({
    ...declareModelCall(source),
    name: "similarity_search",
    description: `Finds the texts whose meaning is nearest to a query, by the cosine of their embeddings. The nearest come first, and of two that are equally near the earlier one.${describeKnowledge(source)}`,
    parameters: Type.Object(
      {
        query: createTextSchema("The text to which others are compared."),
        items: Type.Array(Type.String({ maxLength: 32_768 }), {
          minItems: 1,
          maxItems: 1000,
          description: "The texts to search. Blank ones are never found."
        }),
        top_k: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1000, description: "How many are returned. Default: 5." })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object({ results: Type.Array(result) }, { additionalProperties: false }),
    examples: source.isOffline ? [refused, found] : [refused],
    execute: async ({ query, items, top_k: most = 5 }, context) => {
      if (isBlank(query)) throw createArgumentsError('"query" is blank; say what to search for.')
      const searched = items.flatMap((text, index) => (isBlank(text) ? [] : [{ index, text }]))
      const texts = searched.length === 0 ? [] : [query, ...searched.map(({ text }) => text)]
      const { vectors } = await embedTexts(source.embeddings, texts, context)
      const [first = [], ...others] = vectors
      const scores = computeCosines(first, others)
      const results = searched
        .map(({ index, text }, at) => ({ index, text: beginning(text), score: scores[at] ?? 0 }))
        .sort((a, b) => b.score - a.score || a.index - b.index)
        .slice(0, most)
      const output = boundOutput(results, (kept) => ({ results: kept }), 'Ask for fewer by "top_k".')
      return items.length === searched.length ? output : withNote(output, items.length - searched.length)
    }
  })

const refused = {
  description: "A blank query matches nothing.",
  args: { query: " ", items: ["green tea"] },
  expect: { error: "validation_error" }
} as const

const found = {
  args: { query: "brewing tea", items: ["How to brew green tea", "Opening hours", "Tea prices"], top_k: 2 },
  expect: {
    value: {
      results: [
        { index: 2, text: "Tea prices", score: 0.461424 },
        { index: 0, text: "How to brew green tea", score: 0.40587 }
      ]
    }
  }
} as const

/** Returns the start of a text, in whole characters. */
const beginning = (text: string): string =>
  text.length > 1000 ? text.slice(0, 1000).replace(/[\ud800-\udbff]$/, "") : text

const withNote = (output: ToolOutput, blank: number): ToolOutput => {
  const note =
    blank === 1 ? "1 of the items is blank, and was left out." : `${blank} of the items are blank, and were left out.`
  return output.content.length === 0
    ? addNotes(output.value ?? null, note)
    : { ...output, content: [...output.content, { type: "text", text: `[${note}]` }] }
}

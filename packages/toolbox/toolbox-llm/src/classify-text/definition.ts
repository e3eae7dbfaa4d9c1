import { defineTool, quoted } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { computeCosines } from "../computeCosine.ts"
import { createTextSchema, declareModelCall, describeKnowledge } from "../declareModelCall.ts"
import type { EmbeddingsSource } from "../EmbeddingsSource.ts"
import { createArgumentsError, embedTexts, isBlank } from "../embedTexts.ts"
import { scoreLabels } from "./scoreLabels.ts"

/** Returns the tool that finds the label that fits a text. */
export const createClassifyText = (source: EmbeddingsSource) =>
  defineTool({
    ...declareModelCall(source),
    name: "classify_text",
    description: `Says which of several labels is nearest to a text, by the cosines of their embeddings. A label that describes its class in a few words, such as "a complaint about a delivery", works better than one word. Scores say which label is nearer, not how sure that is.${describeKnowledge(source)}`,
    parameters: Type.Object(
      {
        text: createTextSchema("The text."),
        labels: Type.Array(Type.String({ minLength: 1, maxLength: 400 }), {
          minItems: 2,
          maxItems: 100,
          description: "The labels, all different."
        }),
        multi: Type.Optional(
          Type.Boolean({
            description: "Whether several labels may apply, so that each is scored by itself. Default: false."
          })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        label: Type.String({ description: "The nearest label, or the first of several equally near labels." }),
        scores: Type.Array(
          Type.Object(
            {
              label: Type.String(),
              score: Type.Number({
                description:
                  "With multi: the cosine, from 0 to 1. Otherwise: the share of the label, by a softmax of 20 times the cosines; all shares add up to 1."
              })
            },
            { additionalProperties: false }
          ),
          { description: "All labels, the nearest first." }
        ),
        tied: Type.Optional(
          Type.Array(Type.String(), { description: "All labels that are nearest, where there is more than one." })
        )
      },
      { additionalProperties: false }
    ),
    examples: source.isOffline ? [refused, found] : [refused],
    execute: async ({ text, labels, multi = false }, context) => {
      const faults = [...(isBlank(text) ? ['"text" is blank.'] : []), ...labelFaults(labels)]
      if (faults.length > 0) throw createArgumentsError(...faults)
      const { vectors } = await embedTexts(source.embeddings, [text, ...labels], context)
      const [first = [], ...others] = vectors
      const { tied, ...rest } = scoreLabels(labels, computeCosines(first, others), multi)
      const value = { ...rest, scores: rest.scores.map((one) => ({ ...one })) }
      if (tied === undefined) return value
      const note = `A tie: ${tied.length} of ${labels.length} labels are equally near. The first of them is returned.`
      return addNotes({ ...value, tied: [...tied] }, note)
    }
  })

const labelFaults = (labels: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return labels.flatMap((label, at) => {
    const plain = label.trim()
    if (plain === "") return [`"labels" has a blank label at ${at}.`]
    if (seen.has(plain)) return [`"labels" has ${quoted(plain)} twice.`]
    seen.add(plain)
    return []
  })
}

const refused = {
  description: "Labels must be different.",
  args: { text: "The kettle leaks.", labels: ["complaint", "complaint"] },
  expect: { error: "validation_error" }
} as const

const found = {
  args: {
    text: "The kettle leaks, I want a refund",
    labels: ["a refund or a complaint", "a question about opening hours"]
  },
  expect: {
    value: {
      label: "a refund or a complaint",
      scores: [
        { label: "a refund or a complaint", score: 0.998454 },
        { label: "a question about opening hours", score: 0.001546 }
      ]
    }
  }
} as const

import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import { createTextSchema, declareModelCall, describeKnowledge } from "../declareModelCall.ts"
import type { EmbeddingsSource } from "../EmbeddingsSource.ts"
import { createArgumentsError, embedTexts, isBlank } from "../embedTexts.ts"
import { toEmbeddingsOutput } from "./toEmbeddingsOutput.ts"

/** Returns the tool that embeds texts. */
export const createEmbedText = (source: EmbeddingsSource) =>
  defineTool({
    ...declareModelCall(source),
    name: "embed_text",
    description: `Turns texts into embeddings: vectors of numbers, which are near each other for texts of a similar meaning. The numbers are for programs. To find or sort texts by meaning, similarity_search and classify_text are simpler.${describeKnowledge(source)}`,
    parameters: Type.Object(
      {
        texts: Type.Array(createTextSchema("A text."), { minItems: 1, maxItems: 128, description: "The texts." }),
        model: Type.Optional(
          Type.String({ minLength: 1, maxLength: 256, description: "A model. Default: the operator's choice." })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        model: Type.String({
          description: "The model that made the embeddings. Those of two models cannot be compared."
        }),
        dimensions: Type.Integer(),
        embeddings: Type.Array(Type.Array(Type.Number()), {
          description: "A vector for each text, in the order of the texts. The numbers have six digits."
        }),
        cut: Type.Optional(Type.Boolean({ description: "Whether the last vectors are missing, for lack of space." }))
      },
      { additionalProperties: false }
    ),
    examples: [
      {
        description: "A blank text has no embedding.",
        args: { texts: ["green tea", " "] },
        expect: { error: "validation_error" }
      }
    ],
    execute: async ({ texts, model }, context) => {
      const blank = texts.flatMap((text, at) => (isBlank(text) ? [`"texts" has a blank text at ${at}.`] : []))
      if (blank.length > 0) throw createArgumentsError(...blank)
      return toEmbeddingsOutput(await embedTexts(source.embeddings, texts, context, model))
    }
  })

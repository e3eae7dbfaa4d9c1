import { setImmediate } from "node:timers/promises"
import { quoted, ToolValidationError } from "@toolgate/core"
import type { Embeddings } from "../Embeddings.ts"
import { hashedDimensions, hashText } from "./hashText.ts"

const name = `hash-${hashedDimensions}`

/**
 * Embeddings from hashes of words and word parts, without a model or network. They compare words, not meaning: "car" is
 * as far from "automobile" as from "tea".
 */
export const hashEmbeddings: Embeddings = {
  embed: async (texts, { model = name, signal }) => {
    if (model !== name) {
      const message = `The embeddings are made offline, and ${quoted(model)} is not a model for them. Leave "model" out, or name "${name}".`
      throw new ToolValidationError({ message, validationErrors: [message], executed: "no" })
    }
    const vectors: Array<Float64Array> = []
    let begun = performance.now()
    signal.throwIfAborted()
    for (const text of texts) {
      // Yields to the event loop, so that other work and cancellation can run.
      if (performance.now() - begun > mostMs) {
        await setImmediate()
        signal.throwIfAborted()
        begun = performance.now()
      }
      vectors.push(hashText(text))
    }
    return { model: name, dimensions: hashedDimensions, vectors }
  }
}

const mostMs = 10

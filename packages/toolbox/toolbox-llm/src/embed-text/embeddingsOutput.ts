import { type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import { mostBytes } from "@toolgate/toolbox-base"
import type { Embedded } from "../Embeddings.ts"

/** The most bytes of JSON that a model is shown: more numbers tell a reader nothing. */
const mostShown = 4 * 1024

/**
 * Returns the output for embeddings. A model that reads it is shown at most 4 KiB, and is told of the tools that compare texts. The
 * structured result, which programs and chains read, has as many whole vectors as fit into 64 KiB: a part of a vector means nothing.
 */
export const embeddingsOutput = ({ model, dimensions, vectors }: Embedded): ToolOutput => {
  const embeddings: Array<Array<number>> = []
  let bytes = bytesOf({ model, dimensions, embeddings, cut: true })
  for (const vector of vectors) {
    const row = Array.from(vector, shortened)
    bytes += bytesOf(row) + 1
    if (bytes > mostBytes) break
    embeddings.push(row)
  }
  const cut = embeddings.length < vectors.length
  const value = { model, dimensions, embeddings, ...(cut ? { cut } : {}) }
  if (!cut && bytesOf(value) <= mostShown) return toolOutput({ value })
  const held = cut ? `the first ${embeddings.length} of ${vectors.length}` : `all ${vectors.length}`
  const note = `Cut: the numbers are not shown here. The structured result has ${held} embeddings, for programs. To find or sort texts by meaning, use similarity_search or classify_text, which need no numbers.`
  return toolOutput({ text: `${JSON.stringify({ model, dimensions, texts: vectors.length })}\n[${note}]`, value })
}

/** Six digits, which is what floats of 32 bits hold for certain. */
const shortened = (number: number): number => Number(number.toPrecision(6)) + 0

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

import { type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import { mostBytes } from "@toolgate/toolbox-base"
import type { Embedded } from "../Embeddings.ts"

/** The bytes of JSON that a model sees, because more numbers do not help it. */
const mostShown = 4 * 1024

/**
 * Returns the output for embeddings. A model sees at most 4 KiB and a hint to the tools that compare texts. The
 * structured result for programs and chains has as many complete vectors as fit into 64 KiB.
 */
export const toEmbeddingsOutput = ({ model, dimensions, vectors }: Embedded): ToolOutput => {
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

/** Six digits, which a 32-bit float always preserves. */
const shortened = (number: number): number => Number(number.toPrecision(6)) + 0

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

import { type ToolContext, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { rejectOnAbort } from "@toolgate/toolbox-base"
import type { Embedded, Embeddings, Vector } from "./Embeddings.ts"

/** The parts of a tool's context that embedding needs. */
export type EmbeddingContext = Pick<ToolContext, "signal" | "emit">

/**
 * Embeds texts, equal ones once, and validates the answer: one vector per text, all with the same number of finite
 * dimensions.
 */
export const embedTexts = async (
  embeddings: Embeddings,
  texts: ReadonlyArray<string>,
  { signal, emit }: EmbeddingContext,
  model?: string
): Promise<Embedded> => {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return { model: "", dimensions: 0, vectors: [] }
  const progress = (text: string) => emit("stderr", text)
  const options = model === undefined ? { signal, progress } : { signal, progress, model }
  const embedded = await rejectOnAbort(embeddings.embed(distinct, options), signal)
  const { dimensions, vectors } = embedded
  if (vectors.length !== distinct.length)
    throw unusable(`there are ${vectors.length} of them for ${distinct.length} texts`)
  const byText = new Map<string, Vector>()
  for (const [at, text] of distinct.entries()) {
    const vector = vectors[at] ?? []
    if (vector.length !== dimensions || dimensions === 0) throw unusable("they have different numbers of dimensions")
    if (!Array.from(vector).every(Number.isFinite)) throw unusable("one of them has a number that is not finite")
    byText.set(text, vector)
  }
  return { ...embedded, vectors: texts.map((text) => byText.get(text) ?? []) }
}

const unusable = (why: string) =>
  new ToolExecutionError({ message: `The embeddings cannot be used: ${why}. Their provider must fix that.` })

/** Whether a text has nothing to embed. */
export const isBlank = (text: string): boolean => text.trim() === ""

/** Returns the error for arguments that match the schema but are invalid. */
export const createArgumentsError = (...validationErrors: ReadonlyArray<string>): ToolValidationError =>
  new ToolValidationError({ message: validationErrors.join(" "), validationErrors, executed: "no" })

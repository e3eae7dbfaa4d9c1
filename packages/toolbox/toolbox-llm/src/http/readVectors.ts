import type { Vector } from "../Embeddings.ts"

/** The embeddings of an answer, or why it is invalid, as the end of a sentence. */
export type ReadAnswer = { readonly model: string | undefined; readonly vectors: ReadonlyArray<Vector> } | string

/** Parses an answer with the embeddings of this many texts, and sorts them by index. */
export const readVectors = (body: Buffer, count: number): ReadAnswer => {
  let answer: unknown
  try {
    answer = JSON.parse(body.toString())
  } catch {
    return "it is not JSON"
  }
  const { data, model } = members(answer)
  if (!Array.isArray(data)) return 'it has no list "data"'
  if (data.length !== count) return `it has ${data.length} embeddings for ${count} texts`
  const vectors = new Array<Vector | undefined>(count).fill(undefined)
  for (const [at, item] of data.entries()) {
    const { index, embedding } = members(item)
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count)
      return `its embedding ${at} has no "index" of a text`
    if (vectors[index] !== undefined) return `it has two embeddings for the text ${index}`
    const vector = vectorOf(embedding)
    if (vector === undefined) return `its embedding ${at} is neither a list of finite numbers nor base64 of them`
    vectors[index] = vector
  }
  return {
    model: typeof model === "string" ? model.slice(0, 256) : undefined,
    vectors: vectors.map((one) => one ?? [])
  }
}

const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}

/** Returns a vector from a list of numbers, or from Base64 of little-endian 32-bit floats. */
const vectorOf = (embedding: unknown): Vector | undefined => {
  const numbers: ReadonlyArray<unknown> =
    typeof embedding === "string" ? floatsOf(embedding) : Array.isArray(embedding) ? embedding : []
  const vector = numbers.filter((number): number is number => Number.isFinite(number))
  return vector.length > 0 && vector.length === numbers.length ? vector : undefined
}

const floatsOf = (base64: string): ReadonlyArray<number> => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return []
  const bytes = Buffer.from(base64, "base64")
  if (bytes.length % 4 !== 0) return []
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
}

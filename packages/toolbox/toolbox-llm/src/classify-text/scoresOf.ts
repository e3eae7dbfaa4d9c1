import { rounded } from "../cosine.ts"

/** A label and its score. */
export interface LabelScore {
  readonly label: string
  readonly score: number
}

/** The labels of a text, the nearest first. */
export interface Classified {
  readonly label: string
  readonly scores: ReadonlyArray<LabelScore>
  /** The labels that are as near as the first one, it among them. Absent if it is nearest alone. */
  readonly tied?: ReadonlyArray<string>
}

/**
 * Returns the scores of labels by the cosines between their embeddings and that of a text. Of one label among several, the scores are
 * shares that add up to 1: a softmax of twenty times the cosines, the scale with which models of sentences are trained. Where several
 * labels may apply, each score is the cosine itself, or 0 if that is less. Labels with one cosine stay in their order.
 */
export const scoresOf = (labels: ReadonlyArray<string>, cosines: ReadonlyArray<number>, multi: boolean): Classified => {
  const greatest = Math.max(...cosines)
  const weights = cosines.map((cosine) => Math.exp(20 * (cosine - greatest)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sorted = labels
    .map((label, at) => {
      const cosine = cosines[at] ?? 0
      return { label, cosine, score: rounded(multi ? Math.max(0, cosine) : (weights[at] ?? 0) / sum) }
    })
    .sort((a, b) => b.cosine - a.cosine)
  const scores = sorted.map(({ label, score }) => ({ label, score }))
  const tied = sorted.filter(({ cosine }) => cosine === greatest).map(({ label }) => label)
  return { label: scores[0]?.label ?? "", scores, ...(tied.length > 1 ? { tied } : {}) }
}

import { roundNumber } from "../computeCosine.ts"

/** A label and its score. */
export interface LabelScore {
  readonly label: string
  readonly score: number
}

/** The labels of a text, the nearest first. */
export interface Classified {
  readonly label: string
  readonly scores: ReadonlyArray<LabelScore>
  /** The labels that tie for first place. Absent if the first label is alone. */
  readonly tied?: ReadonlyArray<string>
}

/**
 * Scores labels by the cosines between their embeddings and a text's. For a single label, scores are a softmax of
 * twenty times the cosines, the usual scale for sentence models, and add up to 1. For several labels, each score is the
 * cosine, at least 0. Equal labels keep their order.
 */
export const scoreLabels = (
  labels: ReadonlyArray<string>,
  cosines: ReadonlyArray<number>,
  multi: boolean
): Classified => {
  const greatest = Math.max(...cosines)
  const weights = cosines.map((cosine) => Math.exp(20 * (cosine - greatest)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sorted = labels
    .map((label, at) => {
      const cosine = cosines[at] ?? 0
      return { label, cosine, score: roundNumber(multi ? Math.max(0, cosine) : (weights[at] ?? 0) / sum) }
    })
    .sort((a, b) => b.cosine - a.cosine)
  const scores = sorted.map(({ label, score }) => ({ label, score }))
  const tied = sorted.filter(({ cosine }) => cosine === greatest).map(({ label }) => label)
  return { label: scores[0]?.label ?? "", scores, ...(tied.length > 1 ? { tied } : {}) }
}

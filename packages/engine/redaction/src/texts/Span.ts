/** A range of a text, in UTF-16 code units. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Sorts spans and joins overlapping ones. */
export const apart = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (spans.length < 2) return spans
  const joined: Array<Span> = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && span.from < last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else joined.push(span)
  }
  return joined
}

/** A place on a circle of calls: each call takes the result of the next one, and the last one that of the first. */
export interface OnCircle {
  /** The places of the calls in their turn. */
  readonly circle: ReadonlyArray<number>
  /** The index of the place in `circle`. */
  readonly at: number
}

/**
 * Returns a circle for each place that is on one of the circles that are found. At least one is found of the circles that hang together.
 * `sources` holds the places whose results each call takes; what is no place of another call counts for nothing.
 */
export const circlesIn = (sources: ReadonlyArray<ReadonlyArray<number>>): ReadonlyMap<number, OnCircle> => {
  const circles = new Map<number, OnCircle>()
  /** The depths of the places that were seen, or -1 for those that are left. */
  const depths = new Map<number, number>()
  const path: Array<number> = []
  const next: Array<number> = []
  const enter = (place: number) => {
    depths.set(place, path.length)
    path.push(place)
    next.push(0)
  }
  // Without recursion, because a turn may have many calls.
  for (const root of sources.keys()) {
    if (depths.has(root)) continue
    enter(root)
    while (path.length > 0) {
      const depth = path.length - 1
      const place = path[depth] ?? -1
      const at = next[depth] ?? 0
      next[depth] = at + 1
      const source = sources[place]?.[at]
      if (source === undefined) {
        depths.set(place, -1)
        path.pop()
        next.pop()
      } else if (source !== place && sources[source] !== undefined) {
        const from = depths.get(source)
        if (from === undefined) enter(source)
        else if (from >= 0 && !circles.has(place)) close(path.slice(from), circles)
      }
    }
  }
  return circles
}

const close = (circle: ReadonlyArray<number>, circles: Map<number, OnCircle>): void => {
  for (const [at, place] of circle.entries()) if (!circles.has(place)) circles.set(place, { circle, at })
}

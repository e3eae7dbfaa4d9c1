/** The lines of a file, with equal numbers for equal lines, for finding sequences of lines. */
export class FileLines {
  readonly length: number
  private readonly bare: (line: string) => string
  private readonly numbers = new Map<string, number>()
  private readonly ids: Int32Array
  /** Positions of each line number, in order. */
  private readonly places: Array<Array<number>> = []

  /** `bare` removes what is ignored in comparisons. */
  constructor(lines: ReadonlyArray<string>, bare: (line: string) => string) {
    this.length = lines.length
    this.bare = bare
    this.ids = new Int32Array(lines.length)
    for (const [place, line] of lines.entries()) {
      const text = bare(line)
      let id = this.numbers.get(text)
      if (id === undefined) {
        id = this.places.length
        this.numbers.set(text, id)
        this.places.push([])
      }
      this.ids[place] = id
      this.places[id]?.push(place)
    }
  }

  /** Returns up to `most` positions from `from` on where the lines follow each other. Runs in linear time, even for repetitive files. */
  find(lines: ReadonlyArray<string>, from: number, most: number): ReadonlyArray<number> {
    const wanted = this.numbered(lines)
    let rarest: { readonly at: number; readonly places: ReadonlyArray<number>; readonly first: number } | undefined
    for (const [at, id] of wanted.entries()) {
      const places = this.places[id] ?? []
      const first = firstFrom(places, from + at)
      if (rarest === undefined || places.length - first < rarest.places.length - rarest.first)
        rarest = { at, places, first }
    }
    if (rarest === undefined) return []
    const candidates = rarest.places.length - rarest.first
    if (candidates * wanted.length > 2 * (this.length - from)) return this.scan(wanted, from, most).found
    const found: Array<number> = []
    for (let next = rarest.first; next < rarest.places.length && found.length < most; next++) {
      const place = (rarest.places[next] as number) - rarest.at
      if (wanted.every((id, at) => this.ids[place + at] === id)) found.push(place)
    }
    return found
  }

  /** Returns the longest prefix of the lines that occurs from `from` on, and its position. */
  longestStart(lines: ReadonlyArray<string>, from: number): { readonly count: number; readonly place: number } {
    return this.scan(this.numbered(lines), from, 1).longest
  }

  private numbered(lines: ReadonlyArray<string>): ReadonlyArray<number> {
    return lines.map((line) => this.numbers.get(this.bare(line)) ?? -1)
  }

  // Knuth–Morris–Pratt: never goes back in the file.
  private scan(wanted: ReadonlyArray<number>, from: number, most: number) {
    const back = borders(wanted)
    const found: Array<number> = []
    let longest = { count: 0, place: from }
    let matched = 0
    for (let at = from; at < this.ids.length && found.length < most; at++) {
      while (matched > 0 && (matched === wanted.length || this.ids[at] !== wanted[matched]))
        matched = back[matched - 1] ?? 0
      if (this.ids[at] === wanted[matched]) matched += 1
      if (matched > longest.count) longest = { count: matched, place: at - matched + 1 }
      if (matched === wanted.length) found.push(at - matched + 1)
    }
    return { found, longest }
  }
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
const borders = (wanted: ReadonlyArray<number>): Int32Array => {
  const back = new Int32Array(wanted.length)
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = back[matched - 1] ?? 0
    if (wanted[at] === wanted[matched]) matched += 1
    back[at] = matched
  }
  return back
}

const firstFrom = (places: ReadonlyArray<number>, from: number): number => {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low
}

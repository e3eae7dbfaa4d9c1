import { type Element, JS, type NoParent } from "refa"

/**
 * Whether a pattern can match a word in exponentially many ways, for example `(?:\w|\d)+`: a digit fits both
 * alternatives. Returns `undefined` if the pattern is too large to tell, or refers back to what it matched.
 *
 * The positions of the pattern's characters are the states of an automaton. The pattern is ambiguous if two different
 * states can be reached from one state by the same characters, and both lead to one state by the same characters.
 */
export const isAmbiguous = (pattern: RegExp): boolean | undefined => {
  try {
    const { expression } = JS.Parser.fromLiteral(pattern).parse({ simplify: false, backreferences: "throw" })
    const graph = new Positions()
    graph.alternatives(expression.alternatives)
    for (const inner of graph.assertions) graph.alternatives(inner)
    if (graph.isNullableRepeated) return true
    const looping = graph.looping()
    return looping.length > mostLooping ? undefined : graph.hasTwoWays(looping)
  } catch {
    return undefined
  }
}

/** The largest number of characters in repetitions. Present patterns have fewer than half of it. */
const mostLooping = 200

interface Part {
  readonly isNullable: boolean
  readonly first: ReadonlyArray<number>
  readonly last: ReadonlyArray<number>
}

type Alternatives = ReadonlyArray<{ readonly elements: ReadonlyArray<NoParent<Element>> }>
type Characters = Extract<NoParent<Element>, { readonly type: "CharacterClass" }>["characters"]

class Positions {
  private readonly characters: Array<Characters> = []
  private readonly after: Array<Set<number>> = []
  readonly assertions: Array<Alternatives> = []
  /** Whether something is repeated that can be empty, as in `(?:a?){30}`. */
  isNullableRepeated = false

  alternatives(alternatives: Alternatives): Part {
    const parts = alternatives.map(({ elements }) => this.sequence(elements))
    return {
      isNullable: parts.some(({ isNullable }) => isNullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last)
    }
  }

  private sequence(elements: ReadonlyArray<NoParent<Element>>): Part {
    let whole: Part = { isNullable: true, first: [], last: [] }
    for (const element of elements) {
      const next = this.part(element)
      this.link(whole.last, next.first)
      whole = {
        isNullable: whole.isNullable && next.isNullable,
        first: whole.isNullable ? [...whole.first, ...next.first] : whole.first,
        last: next.isNullable ? [...whole.last, ...next.last] : next.last
      }
    }
    return whole
  }

  private part(element: NoParent<Element>): Part {
    switch (element.type) {
      case "CharacterClass": {
        const at = this.characters.push(element.characters) - 1
        this.after.push(new Set())
        return { isNullable: false, first: [at], last: [at] }
      }
      case "Alternation":
        return this.alternatives(element.alternatives)
      case "Quantifier": {
        const body = this.alternatives(element.alternatives)
        // A bounded repetition counts as unbounded: within the bound, the number of ways grows as fast.
        if (element.max > 1) {
          this.link(body.last, body.first)
          if (body.isNullable) this.isNullableRepeated = true
        }
        return { ...body, isNullable: body.isNullable || element.min === 0 }
      }
      case "Assertion":
        this.assertions.push(element.alternatives)
        return { isNullable: true, first: [], last: [] }
      default:
        throw new TypeError(`A pattern has the part "${element.type}".`)
    }
  }

  private link(from: ReadonlyArray<number>, to: ReadonlyArray<number>): void {
    for (const each of from) for (const next of to) this.after[each]?.add(next)
  }

  /** Returns the positions that lead back to themselves. */
  looping(): ReadonlyArray<number> {
    return [...this.after.keys()].filter((at) => this.reachedFrom(at).has(at))
  }

  private reachedFrom(at: number): ReadonlySet<number> {
    const reached = new Set<number>()
    const open = [at]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const each of this.after[next] ?? [])
        if (!reached.has(each)) {
          reached.add(each)
          open.push(each)
        }
    return reached
  }

  hasTwoWays(looping: ReadonlyArray<number>): boolean {
    const size = this.after.length
    const forth = new Map<number, Array<number>>()
    const back = new Map<number, Array<number>>()
    const reach = new Map(looping.map((at) => [at, this.reachedFrom(at)]))
    const within = (at: number) => [...(this.after[at] ?? [])].filter((next) => reach.get(next)?.has(at) === true)
    const meets = (one: number, other: number) =>
      !(this.characters[one]?.isDisjointWith(this.characters[other] as Characters) ?? true)
    for (const one of looping)
      for (const other of looping) {
        if (
          one !== other &&
          !(meets(one, other) && reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true)
        )
          continue
        const pair = one * size + other
        for (const next of within(one))
          for (const beside of within(other)) {
            if (!meets(next, beside)) continue
            const to = next * size + beside
            forth.set(pair, [...(forth.get(pair) ?? []), to])
            back.set(to, [...(back.get(to) ?? []), pair])
          }
      }
    const diagonal = looping.map((at) => at * size + at)
    const reached = reachedIn(forth, diagonal)
    const reaching = reachedIn(back, diagonal)
    return [...reached].some((pair) => Math.floor(pair / size) !== pair % size && reaching.has(pair))
  }
}

const reachedIn = (
  edges: ReadonlyMap<number, ReadonlyArray<number>>,
  from: ReadonlyArray<number>
): ReadonlySet<number> => {
  const reached = new Set(from)
  const open = [...from]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const each of edges.get(next) ?? [])
      if (!reached.has(each)) {
        reached.add(each)
        open.push(each)
      }
  return reached
}

import { calledBy, type Json, quoted, type Refused, refused, type ToolCall } from "@toolgate/core"
import { copyJson, countMembers, NotJson, parseJson } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { describeReference, findReferences, fromMember, type Reference } from "./references.ts"

/** A call of a turn, read once. */
export interface TurnStep {
  readonly index: number
  /** The original call, or a private copy. A value that is not a call is passed to the gate, which refuses it. */
  readonly call: ToolCall
  /** Name of the tool, or "" if unreadable. */
  readonly tool: string
  /** The arguments, if they contain references. */
  readonly args: Json | undefined
  readonly references: ReadonlyArray<Reference>
  /** Indexes of the calls that the references name. */
  readonly sources: ReadonlyArray<number>
  /** A reason to refuse the call in any case. */
  readonly refusal: Refused | undefined
}

/** Reads the calls of a turn. Never throws for invalid entries. */
export const readSteps = (calls: ReadonlyArray<ToolCall>): ReadonlyArray<TurnStep> => {
  if (!Predicate.isIterable(calls)) throw new TypeError("A turn must be a list of calls.")
  const given = Array.from(calls, readCall)
  const places = new Map<string, number>()
  for (const [index, { id }] of given.entries()) if (id !== undefined && !places.has(id)) places.set(id, index)
  const ids = given.map(({ id }) => id ?? "")
  const sourcesOf = ({ found }: ReadCall) =>
    typeof found === "string" ? [] : found.map(({ from }) => places.get(from) ?? -1)
  const allSources = given.map(sourcesOf)
  const circles = circlesIn(allSources)
  return given.map(({ id, call, tool, args, found }, index): TurnStep => {
    const step = { index, call, tool, args: undefined, references: [], sources: [] }
    if (id !== undefined && places.get(id) !== index) return { ...step, refusal: duplicate(id) }
    if (typeof found === "string") return { ...step, refusal: refused("InvalidArgs", found) }
    if (found.length === 0) return { ...step, refusal: undefined }
    const sources = allSources[index] ?? []
    const onCircle = circles.get(index)
    const wrong = sources.findIndex((source) => source < 0 || source >= index)
    const reference = found[wrong]
    const fault =
      onCircle !== undefined
        ? circular(onCircle, ids)
        : reference === undefined
          ? undefined
          : misplaced(reference, sources[wrong] ?? -1, index)
    const refusal = fault === undefined ? undefined : refused("InvalidArgs", fault)
    return refusal === undefined ? { ...step, args, references: found, sources, refusal } : { ...step, refusal }
  })
}

interface ReadCall {
  readonly id: string | undefined
  readonly call: ToolCall
  readonly tool: string
  readonly args: Json | undefined
  readonly found: ReadonlyArray<Reference> | string
}

const readCall = (given: ToolCall): ReadCall => {
  const left: ReadCall = { id: undefined, call: given, tool: "", args: undefined, found: [] }
  try {
    const {
      id,
      tool,
      args,
      argsText,
      idempotencyKey,
      [calledBy]: program
    } = given as ToolCall & {
      readonly args: unknown
    }
    if (typeof id !== "string" || typeof tool !== "string" || id === "") return left
    const call = Object.freeze({
      id,
      tool,
      ...(argsText === undefined ? { args } : { argsText }),
      ...(args === undefined || argsText === undefined ? {} : { args }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(program === undefined ? {} : { [calledBy]: program })
    }) as ToolCall
    const read = argsText === undefined ? args : parsed(argsText)
    const copy = read === undefined ? undefined : copyJson(read, { ...bounds })
    // The gate reports invalid JSON and duplicate members.
    if (copy === undefined || copy instanceof NotJson || hasLess(copy, argsText)) return { ...left, id, call, tool }
    const found = findReferences(copy)
    const isAsItCame = argsText !== undefined || args === undefined
    return { id, call: isAsItCame ? call : ({ ...call, args: copy } as ToolCall), tool, args: copy, found }
  } catch {
    return left
  }
}

/** The gate's limits on arguments. */
const bounds = { depth: 128, nodes: 1_000_000, characters: 16 * 1024 * 1024 }

/** Parses a text that may contain a reference. */
const parsed = (argsText: unknown): unknown => {
  if (typeof argsText !== "string" || argsText.length > bounds.characters) return undefined
  if (!argsText.includes(fromMember) && !argsText.includes("\\u")) return undefined
  try {
    return parseJson(argsText)
  } catch {
    return undefined
  }
}

/** Whether a value lost members when it was parsed. */
const hasLess = (value: Json, argsText: unknown): boolean =>
  typeof argsText === "string" && membersIn(value) < countMembers(argsText)

const membersIn = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0
  const held = Object.values(value)
  return held.reduce((sum: number, one) => sum + membersIn(one), Array.isArray(value) ? 0 : held.length)
}

const duplicate = (id: string) =>
  refused("DuplicateCall", `Another call of this turn has the id ${quoted(id)}; give every call a different ID.`)

const circular = ({ circle, at }: OnCircle, ids: ReadonlyArray<string>): string => {
  const own = [...circle.slice(at, at + mostNamed), ...circle.slice(0, Math.max(0, mostNamed - (circle.length - at)))]
  const named = own.slice(0, circle.length).map((place) => quoted(ids[place] ?? ""))
  const way = [...named, ...(circle.length > mostNamed ? ["…"] : []), named[0]].join(" → ")
  return `The references of the calls ${way} form a cycle. A reference can only name an earlier call of the turn.`
}

/** Most calls of a cycle that are named. */
const mostNamed = 6

const misplaced = ({ at, from }: Reference, source: number, index: number): string => {
  if (source < 0)
    return `${describeReference(at)} names the call ${quoted(from)}, but the turn has no call with this ID.`
  const which = source === index ? "its own call" : `the call ${quoted(from)}, which comes later`
  return `${describeReference(at)} names ${which}. A reference can only name an earlier call of the turn.`
}

/** A position in a cycle of calls, in which each uses the result of the next. */
interface OnCircle {
  /** Indexes of the calls in the turn. */
  readonly circle: ReadonlyArray<number>
  /** Index of the call in `circle`. */
  readonly at: number
}

/**
 * Finds cycles. Returns one for each index on a found cycle, and at least one per connected group. `sources` holds the indexes whose
 * results each call uses; unknown ones are ignored.
 */
const circlesIn = (sources: ReadonlyArray<ReadonlyArray<number>>): ReadonlyMap<number, OnCircle> => {
  const circles = new Map<number, OnCircle>()
  /** Depths of visited indexes, or -1 once finished. */
  const depths = new Map<number, number>()
  const path: Array<number> = []
  const next: Array<number> = []
  const enter = (place: number) => {
    depths.set(place, path.length)
    path.push(place)
    next.push(0)
  }
  // Iterative, because a turn may have many calls.
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

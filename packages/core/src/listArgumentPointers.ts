import type { Args, Json } from "./json/Json.ts"

/**
 * Expands a declaration's pointer for given arguments: the step `*` becomes each index of a list. An absent or empty list
 * gives one pointer to nothing. Returns `undefined` if there is something other than a list, or for more than 256
 * pointers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listArgumentPointers } from "@toolgate/core"
 *
 * const args = { paths: ["a.txt", "b.txt"] }
 * assert.deepEqual(listArgumentPointers(args, "/paths/*"), ["/paths/0", "/paths/1"])
 * assert.equal(listArgumentPointers({ paths: "a.txt" }, "/paths/*"), undefined)
 * ```
 */
export const listArgumentPointers = (args: Args, pointer: string): ReadonlyArray<string> | undefined => {
  if (!hasItemStep(pointer)) return [pointer]
  let places: ReadonlyArray<Place> = [{ at: "", value: args }]
  for (const step of pointer.slice(1).split("/")) {
    if (step !== "*") places = places.map((place) => memberOf(place, step))
    else if (places.every(({ value }) => value === undefined || Array.isArray(value))) places = places.flatMap(itemsOf)
    else return undefined
    if (places.length > mostPlaces) return undefined
  }
  return places.map(({ at }) => at)
}

/**
 * Whether a declaration's pointer has a step `*` for list items.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { hasItemStep } from "@toolgate/core"
 *
 * assert.equal(hasItemStep("/paths/*"), true)
 * assert.equal(hasItemStep("/path"), false)
 * ```
 */
export const hasItemStep = (pointer: string): boolean => /\/\*(?:\/|$)/.test(pointer)

interface Place {
  readonly at: string
  readonly value: Json | undefined
}

const memberOf = ({ at, value }: Place, step: string): Place => {
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~")
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name)
  return { at: `${at}/${step}`, value: isThere ? (value as { readonly [name: string]: Json })[name] : undefined }
}

// An empty list must not skip the check: many tools treat it as "all".
const itemsOf = ({ at, value }: Place): ReadonlyArray<Place> =>
  Array.isArray(value) && value.length > 0
    ? value.map((item: Json, index) => ({ at: `${at}/${index}`, value: item }))
    : [{ at: `${at}/0`, value: undefined }]

/** The maximum number of pointers per declaration. Each file is looked up on disk and shown to people. */
const mostPlaces = 256

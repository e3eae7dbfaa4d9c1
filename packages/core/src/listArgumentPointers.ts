import type { Args, Json } from "./json/Json.ts"

/**
 * Returns the pointers of the places that the pointer of a declaration names in arguments. A step `*` stands for each item of a list.
 * A list that is absent or empty has one place, at which nothing is. `undefined`: there is something else than a list, or the
 * pointer names more than 256 places.
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

/** Whether the pointer of a declaration has a step `*`, which stands for each item of a list. */
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

// An empty list is no permission to look at nothing: many a tool takes it for "all".
const itemsOf = ({ at, value }: Place): ReadonlyArray<Place> =>
  Array.isArray(value) && value.length > 0
    ? value.map((item: Json, index) => ({ at: `${at}/${index}`, value: item }))
    : [{ at: `${at}/0`, value: undefined }]

/** The most places that one declaration names in a call. Each is looked up on disk, and shown to whoever is asked. */
const mostPlaces = 256

import type { Beneath, RecordDescription } from "@toolgate/yaml-reading"
import { policyShape } from "./policyShape.ts"

/** A section of the reference page: a map with fixed keys. */
export interface ReferenceSection {
  /** The names of the map in error messages, one for each place: "a role". */
  readonly names: ReadonlyArray<string>
  /**
   * The places of the map. Names in capitals are chosen by the file, and `[]` is any item of a list. The whole file is
   * "".
   */
  readonly places: ReadonlyArray<string>
  readonly keys: ReadonlyArray<ReferenceKey>
}

interface ReferenceKey {
  readonly name: string
  /** The type, as the end of a sentence that begins with "Must be". */
  readonly type: string
  readonly description: string
  /** The meaning of leaving the key out; `undefined` if the key is required. */
  readonly absent: string | undefined
}

/**
 * Lists every key of a policy file, from the table that also parses files. Maps with the same keys form one section.
 */
export const makePolicyReference = (): ReadonlyArray<ReferenceSection> => {
  const sections = new Map<RecordDescription["keys"], MutableSection>()
  const walk = (beneath: ReadonlyArray<Beneath>, place: string) => {
    for (const each of beneath) {
      if (each.kind === "each") walk(each.shape.beneath, `${place}${each.step}`)
      else {
        const { what, keys } = each.record
        const section = sections.get(keys) ?? { names: new Set(), places: [], keys: keysOf(keys) }
        sections.set(keys, section)
        section.names.add(what)
        section.places.push(place)
        for (const [name, { shape }] of Object.entries(keys))
          walk(shape.beneath, place === "" ? name : `${place}.${name}`)
      }
    }
  }
  walk(policyShape.beneath, "")
  return [...sections.values()].map(({ names, ...section }) => ({ names: [...names], ...section }))
}

interface MutableSection {
  readonly names: Set<string>
  readonly places: Array<string>
  readonly keys: ReadonlyArray<ReferenceKey>
}

const keysOf = (keys: RecordDescription["keys"]): ReadonlyArray<ReferenceKey> =>
  Object.entries(keys).map(([name, { shape, description, absent }]) => ({
    name,
    type: shape.type,
    description,
    absent
  }))

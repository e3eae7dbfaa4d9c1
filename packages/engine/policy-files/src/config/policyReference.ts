import type { Beneath, RecordDescription } from "../yaml/Shape.ts"
import { policyShape } from "./policyShape.ts"

/** A map with fixed keys, as the reference page lists it. */
export interface ReferenceSection {
  /** As errors call it, in each of its places: "a role". */
  readonly names: ReadonlyArray<string>
  /** Where it stands: names in capitals are chosen by the file, `[]` is any item of a list. The whole file is "". */
  readonly places: ReadonlyArray<string>
  readonly keys: ReadonlyArray<ReferenceKey>
}

interface ReferenceKey {
  readonly name: string
  /** The end of a sentence that begins "It has to be". */
  readonly type: string
  readonly description: string
  /** What it means to leave it out; `undefined`: it may not be left out. */
  readonly absent: string | undefined
}

/** Every key that a policy file can have, from the same table that reads it. Maps with the same keys are one section. */
export const policyReference = (): ReadonlyArray<ReferenceSection> => {
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

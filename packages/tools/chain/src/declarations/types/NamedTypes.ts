import { type TypeText, whole } from "./TypeText.ts"

/** Names of the language, and that of what calls resolve to. */
const taken = ["InvocationResult", "Promise"]

/** The types with a name that declarations share. Types of equal schemas have one name, whichever tool they are of. */
export class NamedTypes {
  readonly #names = new Set(taken)
  readonly #byKey = new Map<string, Entry>()

  /**
   * Returns what stands in the place of a reference to a schema: a name, or the type itself if it is short and does not refer to itself.
   * `key`: the text of everything that the schema consists of. `write` is called at the first reference.
   */
  refer(key: string, wanted: string, write: () => { readonly type: TypeText; readonly description: string }): TypeText {
    let entry = this.#byKey.get(key)
    if (entry === undefined) {
      entry = { name: this.#free(wanted), isUsed: false, type: undefined, description: "" }
      this.#byKey.set(key, entry)
      Object.assign(entry, write())
      if (!entry.isUsed && isShort(entry)) this.#names.delete(entry.name)
    }
    if (!entry.isUsed && entry.type !== undefined && isShort(entry)) return entry.type
    entry.isUsed = true
    return whole(entry.name)
  }

  /** The types that have to be declared, because their names are used. */
  get declared(): ReadonlyArray<NamedType> {
    return [...this.#byKey.values()].flatMap(({ name, type, description, isUsed }) =>
      isUsed && type !== undefined ? [{ name, text: type.text, description }] : []
    )
  }

  #free(wanted: string): string {
    const words = wanted.match(/[A-Za-z0-9]+/g) ?? []
    const joined = words
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("")
      .slice(0, 40)
    const base = /^[A-Z]/.test(joined) ? joined : `T${joined}`
    let name = base
    for (let number = 2; this.#names.has(name); number++) name = `${base}${number}`
    this.#names.add(name)
    return name
  }
}

export interface NamedType {
  readonly name: string
  readonly text: string
  readonly description: string
}

interface Entry {
  readonly name: string
  /** Whether the name stands in a type. */
  isUsed: boolean
  /** Absent while it is being written. */
  type: TypeText | undefined
  description: string
}

const isShort = ({ type }: Entry): boolean => type !== undefined && type.text.length <= 40

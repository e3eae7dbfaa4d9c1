import { type TypeText, whole } from "./TypeText.ts"

/** Reserved words, and the name of the result type. */
const taken = ["InvocationResult", "Promise"]

/** Named types that declarations share. Equal schemas of different tools share a name. */
export class NamedTypes {
  readonly #names = new Set(taken)
  readonly #byKey = new Map<string, Entry>()

  /**
   * Returns the text for a reference to a schema: a name, or the type itself if it is short and not recursive. `key` identifies the schema
   * by content. `write` is called on the first reference.
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

  /** Types whose names are used and must be declared. */
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
  /** Whether a type mentions the name. */
  isUsed: boolean
  /** Absent while being written. */
  type: TypeText | undefined
  description: string
}

const isShort = ({ type }: Entry): boolean => type !== undefined && type.text.length <= 40

import type { Reading } from "./Reading.ts"
import type { YamlNode } from "./YamlNode.ts"

/** What a value of the file has to look like: reads it, and describes itself for the reference of all keys. */
export interface Shape<A> {
  /** The end of a sentence that begins "It has to be". */
  readonly type: string
  /** What an editor is told of it: the same as `read` takes, as far as JSON Schema can say that, and nothing less. */
  readonly schema: JsonSchema
  readonly beneath: ReadonlyArray<Beneath>
  /** The value, or `undefined` after every problem in it was reported. */
  readonly read: (entry: Entry, reading: Reading) => A | undefined
}

/** A JSON Schema, of draft 7. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A value and where it stands. */
export interface Entry {
  /** Where the entry begins: its key, or the value itself in a list. */
  readonly at: number
  /** The value, as the subject of a sentence. */
  readonly label: string
  readonly node: YamlNode
}

/** What stands beneath a shape: a map's values, a list's items, or the keys of a record. */
export type Beneath =
  | { readonly kind: "each"; readonly step: string; readonly shape: Shape<unknown> }
  | { readonly kind: "keys"; readonly record: RecordDescription }

/** What a map with fixed keys is called in a sentence, and the keys. */
export interface RecordDescription {
  readonly what: string
  readonly keys: Readonly<Record<string, Key<unknown>>>
}

export interface Key<A> {
  readonly shape: Shape<A>
  /** Sentences for the reference. */
  readonly description: string
  /** What it means to leave the key out; `undefined`: it may not be left out. */
  readonly absent: string | undefined
}

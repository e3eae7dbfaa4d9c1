import type { FileReading } from "./FileReading.ts"
import type { YamlNode } from "./YamlNode.ts"

/** A schema for a value of a file. A shape parses the value, and describes itself for the reference page. */
export interface Shape<A> {
  /** The type, as the end of a sentence that begins with "Must be". */
  readonly type: string
  /** The JSON Schema for editors. It accepts everything that `read` accepts, and refuses most of the rest. */
  readonly schema: JsonSchema
  /** The shapes of the parts of the value. */
  readonly beneath: ReadonlyArray<Beneath>
  /** Returns the value; `undefined` after reporting every problem in it. */
  readonly read: (entry: LocatedValue, reading: FileReading) => A | undefined
}

/** A JSON Schema of draft 7. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A value, and its position in the text. */
export interface LocatedValue {
  /** The offset at which the entry begins: at its key or, in a list, at the value itself. */
  readonly at: number
  /** The offset behind the value of a key. Absent: the value does not belong to a key. */
  readonly end?: number
  /** The value, as the subject of a sentence. */
  readonly label: string
  readonly node: YamlNode
}

/** A part of a shape: the values of a map, the items of a list, or the keys of a record. */
export type Beneath =
  | { readonly kind: "each"; readonly step: string; readonly shape: Shape<unknown> }
  | { readonly kind: "keys"; readonly record: RecordDescription }

/** The name of a map with fixed keys in a sentence, and its keys. */
export interface RecordDescription {
  readonly what: string
  readonly keys: Readonly<Record<string, Key<unknown>>>
}

/** A key of a map with fixed keys. */
export interface Key<A> {
  readonly shape: Shape<A>
  /** The description of the key, in sentences for the reference page. */
  readonly description: string
  /** The meaning of leaving the key out; `undefined` if the key is required. */
  readonly absent: string | undefined
}

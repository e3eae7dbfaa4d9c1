/** A value of a YAML text, with the offset at which it begins. */
export type YamlNode = YamlScalar | YamlList | YamlMap | YamlRefused

/** A text, a number, a flag or nothing. */
export interface YamlScalar {
  readonly kind: "scalar"
  readonly at: number
  readonly value: string | number | boolean | null
  /** The text of the scalar if it stands in the file without quotes; `undefined` otherwise. */
  readonly plain: string | undefined
}

interface YamlList {
  readonly kind: "list"
  readonly at: number
  readonly items: ReadonlyArray<YamlNode>
  /** The offsets behind the items, in their order. */
  readonly ends: ReadonlyArray<number>
}

/** A map. Its keys are texts, each of which occurs once, in their order. */
export interface YamlMap {
  readonly kind: "map"
  readonly at: number
  readonly entries: ReadonlyArray<YamlEntry>
  /** The places of keys that were given before. Each is a problem that is already reported. */
  readonly repeated: ReadonlyArray<Omit<YamlEntry, "value">>
}

/** A key of a map, with its value. */
export interface YamlEntry {
  readonly key: string
  /** The offset at which the key begins. */
  readonly at: number
  /** The offset behind the value. */
  readonly end: number
  readonly value: YamlNode
}

/** Something that is not accepted. The problem is already reported. */
interface YamlRefused {
  readonly kind: "refused"
  readonly at: number
}

/** A value of a YAML text, with the offset at which it begins. */
export type YamlNode = YamlScalar | YamlList | YamlMap | YamlRefused

/** A text, a number, a flag or nothing. */
export interface YamlScalar {
  readonly kind: "scalar"
  readonly at: number
  readonly value: string | number | boolean | null
  /** The text of an unquoted scalar; `undefined` if it is quoted. */
  readonly plain: string | undefined
}

interface YamlList {
  readonly kind: "list"
  readonly at: number
  readonly items: ReadonlyArray<YamlNode>
  /** The offsets behind the items, in their order. */
  readonly ends: ReadonlyArray<number>
}

/** A map. Its keys are unique texts, in the order of the file. */
export interface YamlMap {
  readonly kind: "map"
  readonly at: number
  readonly entries: ReadonlyArray<YamlEntry>
  /** The positions of repeated keys, which are already reported as problems. */
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

/** An unsupported node, which is already reported as a problem. */
interface YamlRefused {
  readonly kind: "refused"
  readonly at: number
}

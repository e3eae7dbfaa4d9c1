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
}

/** A map. Its keys are texts, each of which occurs once, in their order. */
export interface YamlMap {
  readonly kind: "map"
  readonly at: number
  readonly entries: ReadonlyArray<YamlEntry>
}

/** A key of a map, with its value. */
export interface YamlEntry {
  readonly key: string
  /** The offset at which the key begins. */
  readonly at: number
  readonly value: YamlNode
}

/** Something that is not accepted. The problem is already reported. */
interface YamlRefused {
  readonly kind: "refused"
  readonly at: number
}

/** A value of a YAML text, with the offset at which it begins. */
export type YamlNode = YamlScalar | YamlList | YamlMap | YamlRefused

export interface YamlScalar {
  readonly kind: "scalar"
  readonly at: number
  readonly value: string | number | boolean | null
  /** As it stands in the text, where it stands there without quotes. */
  readonly plain: string | undefined
}

interface YamlList {
  readonly kind: "list"
  readonly at: number
  readonly items: ReadonlyArray<YamlNode>
}

/** Its keys are texts, each there once, in their order. */
export interface YamlMap {
  readonly kind: "map"
  readonly at: number
  readonly entries: ReadonlyArray<YamlEntry>
}

export interface YamlEntry {
  readonly key: string
  /** Where the key begins. */
  readonly at: number
  readonly value: YamlNode
}

/** Something that is not taken, and was reported: there is nothing more to say about it. */
interface YamlRefused {
  readonly kind: "refused"
  readonly at: number
}

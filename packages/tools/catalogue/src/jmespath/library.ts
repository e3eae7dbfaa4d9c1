import untyped from "jmespath"

/** A token of an expression, and the offset of its first character. */
export interface Token {
  readonly type: string
  readonly value: unknown
  readonly start: number
}

/** The functions of the library, whose published types know one of them only. */
export const jmespath = untyped as unknown as {
  /** Throws if the text is no expression. */
  readonly compile: (text: string) => unknown
  readonly tokenize: (text: string) => ReadonlyArray<Token>
  readonly search: (value: unknown, text: string) => unknown
}

import untyped from "jmespath"

/** A token and its offset. */
export interface JmespathToken {
  readonly type: string
  readonly value: unknown
  readonly start: number
}

/** The library's functions. Its published types declare only one. */
export const jmespath = untyped as unknown as {
  /** Throws if the text is not an expression. */
  readonly compile: (text: string) => unknown
  readonly tokenize: (text: string) => ReadonlyArray<JmespathToken>
  readonly search: (value: unknown, text: string) => unknown
}

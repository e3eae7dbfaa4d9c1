import untyped from "jmespath"

/** The functions of the library, whose published types know one of them only. */
export const jmespath = untyped as unknown as {
  /** Throws if the text is no expression. */
  readonly compile: (text: string) => unknown
  readonly tokenize: (
    text: string
  ) => ReadonlyArray<{ readonly type: string; readonly value: unknown; readonly start: number }>
  readonly search: (value: unknown, text: string) => unknown
}

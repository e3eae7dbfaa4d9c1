declare module "jmespath" {
  interface Token {
    readonly type: string
    readonly value: unknown
    readonly start: number
  }
  const jmespath: {
    /** Throws if the text is no expression. */
    readonly compile: (text: string) => unknown
    readonly tokenize: (text: string) => ReadonlyArray<Token>
    readonly search: (value: unknown, text: string) => unknown
  }
  export default jmespath
}

/** How a suite reaches a test runner: the functions of vitest, or `describe` and `it` of `node:test`, fit as they are. */
export interface SuiteFunctions {
  readonly describe: (name: string, body: () => void) => void
  readonly it: {
    (name: string, body: () => void | Promise<void>): void
    readonly skip: (name: string, body: () => void) => void
  }
}

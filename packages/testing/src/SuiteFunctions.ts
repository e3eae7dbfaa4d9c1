/** The functions of a test runner that a suite needs. Those of vitest and of `node:test` can be passed as they are. */
export interface SuiteFunctions {
  readonly describe: (name: string, body: () => void) => void
  readonly it: {
    (name: string, body: () => void | Promise<void>): void
    readonly skip: (name: string, body: () => void) => void
  }
}

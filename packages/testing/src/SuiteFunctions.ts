/** The test runner functions that a suite needs, as in vitest and `node:test`. */
export interface SuiteFunctions {
  readonly describe: (name: string, body: () => void) => void
  readonly it: {
    (name: string, body: () => void | Promise<void>): void
    readonly skip: (name: string, body: () => void) => void
  }
}

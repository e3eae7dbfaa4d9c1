import type { SuiteFunctions } from "../src/index.ts"

/** Runs the cases of a suite, one after the other, and returns the names of those that fail. */
export const failedCases = async (
  contract: (suite: SuiteFunctions) => void,
  isTried: (name: string) => boolean = () => true
): Promise<ReadonlyArray<string>> => {
  const cases: Array<readonly [string, () => void | Promise<void>]> = []
  const it = Object.assign(
    (name: string, body: () => void | Promise<void>) => void (isTried(name) && cases.push([name, body])),
    { skip: () => {} }
  )
  contract({ describe: (_name, body) => body(), it })
  const failed: Array<string> = []
  for (const [name, body] of cases) {
    try {
      await body()
    } catch {
      failed.push(name)
    }
  }
  return failed
}

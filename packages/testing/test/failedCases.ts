import type { SuiteFunctions } from "../src/index.ts"

/** The names of the cases of a suite that fail, which are tried one after the other. */
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

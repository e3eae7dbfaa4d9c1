import { knownPrograms } from "@toolgate/program-facts"
import { unlistedWords } from "./programs/unlistedWords.ts"

/** Returns the reason why a command does harm to which something is piped or redirected, as a sentence. */
export const inputDoubt = (argv: ReadonlyArray<string>): string | undefined => {
  for (const { closed, synonyms } of knownPrograms(argv[0] ?? "")) {
    if (closed?.piped === undefined) continue
    const [found] = unlistedWords({ ...closed, input: closed.piped }, argv, argv.length, () => [], synonyms)
    if (found !== undefined) return `"${found.word}" ${found.reason}.`
  }
  return undefined
}

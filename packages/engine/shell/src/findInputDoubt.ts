import { type ClosedList, findKnownPrograms } from "@toolgate/program-facts"
import { findUnlistedWords } from "./programs/findUnlistedWords.ts"

/** Returns the reason why a command with piped or redirected input may do harm, as a sentence. */
export const findInputDoubt = (argv: ReadonlyArray<string>): string | undefined => {
  for (const { closed, synonyms } of findKnownPrograms(argv[0] ?? "")) {
    const list = closed && fedList(closed)
    if (list === undefined) continue
    const [found] = findUnlistedWords(list, argv, argv.length, () => [], synonyms)
    if (found !== undefined) return `"${found.word}" ${found.reason}.`
  }
  return undefined
}

const known = new WeakMap<ClosedList, ClosedList | undefined>()

/** Returns the list of a program or subcommand that reports piped input, or `undefined`. */
const fedList = (list: ClosedList): ClosedList | undefined => {
  if (!known.has(list)) {
    const inner = Object.entries(list.subcommands ?? {}).map(([names, one]) => [names, fedList(one)] as const)
    const minds = list.piped !== undefined || inner.some(([, one]) => one !== undefined)
    const { input: _, ...rest } = list
    const own = list.piped === undefined ? rest : { ...rest, input: list.piped }
    const subcommands = Object.fromEntries(inner.map(([names, one]) => [names, one ?? withoutInput(list, names)]))
    known.set(list, minds ? { ...own, ...(inner.length === 0 ? {} : { subcommands }) } : undefined)
  }
  return known.get(list)
}

const withoutInput = ({ subcommands = {} }: ClosedList, names: string): ClosedList => {
  const { input: _, ...rest } = subcommands[names] ?? {}
  return rest
}

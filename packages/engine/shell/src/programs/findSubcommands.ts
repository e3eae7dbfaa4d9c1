import type { ClosedList } from "@toolgate/program-facts"

type Named = ReadonlyMap<string, ClosedList>

const known = new WeakMap<ClosedList, Named>()

const byName = (list: ClosedList): Named => {
  let named = known.get(list)
  if (named === undefined) {
    const entries = Object.entries(list.subcommands ?? {})
    named = new Map(entries.flatMap(([names, one]) => names.split(/\s+/).map((name) => [name, one] as const)))
    known.set(list, named)
  }
  return named
}

/** Finds the subcommands of a closed list that a word names or may abbreviate. */
export const findSubcommands = (list: ClosedList, word: string): ReadonlyArray<ClosedList> => {
  const named = byName(list)
  const exact = named.get(word)
  if (exact !== undefined) return [exact]
  if (list.shortens === undefined) return []
  return [...new Set([...named].flatMap(([name, one]) => (name.startsWith(word) ? [one] : [])))]
}

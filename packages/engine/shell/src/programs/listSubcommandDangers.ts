import { type ClosedList, readOption } from "@toolgate/program-facts"

const known = new WeakMap<ClosedList, ReadonlyMap<string, string>>()

/** Lists the options of a list's subcommands that do harm, with the reasons. */
export const listSubcommandDangers = (list: ClosedList): ReadonlyMap<string, string> => {
  let found = known.get(list)
  if (found === undefined) {
    const lists = Object.values(list.subcommands ?? {})
    const own = lists.flatMap(({ dangers = [], style = list.style }) =>
      dangers.flatMap(({ reason, options }) =>
        options.flatMap((option) => readOption(option, style === undefined)).map(({ name }) => [name, reason] as const)
      )
    )
    found = new Map(
      [...lists.flatMap((one) => [...listSubcommandDangers(one)]), ...own].filter(([name]) => name.length > 2)
    )
    known.set(list, found)
  }
  return found
}

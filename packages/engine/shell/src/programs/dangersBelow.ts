import { type ClosedList, readOption } from "@toolgate/program-facts"

const known = new WeakMap<ClosedList, ReadonlyMap<string, string>>()

/** Returns the options written as words that do harm in one of the subcommands of a list, with the reasons. */
export const dangersBelow = (list: ClosedList): ReadonlyMap<string, string> => {
  let found = known.get(list)
  if (found === undefined) {
    const lists = Object.values(list.subcommands ?? {})
    const own = lists.flatMap(({ dangers = [], style = list.style }) =>
      dangers.flatMap(({ reason, options }) =>
        options.flatMap((option) => readOption(option, style === undefined)).map(({ name }) => [name, reason] as const)
      )
    )
    found = new Map([...lists.flatMap((one) => [...dangersBelow(one)]), ...own].filter(([name]) => name.length > 2))
    known.set(list, found)
  }
  return found
}

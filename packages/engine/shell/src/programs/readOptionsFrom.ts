import type { ClosedList } from "@toolgate/program-facts"
import { Findings } from "./Findings.ts"
import { OptionReader } from "./OptionReader.ts"

/** Returns the names of the options from an index on, up to the words of another program. */
export const readOptionsFrom = (
  argv: ReadonlyArray<string>,
  from: number,
  lists: readonly [ClosedList, ...ReadonlyArray<ClosedList>],
  style: ClosedList["style"],
  skipsDashes: boolean
): ReadonlySet<string> => {
  const [{ rest, subcommands }] = lists
  const isEnding = subcommands !== undefined || !(rest === undefined || rest.endsWith("behind dashes"))
  const options = new OptionReader(new Findings(argv, argv.length), lists, style, skipsDashes)
  for (let at = from; at < argv.length && argv[at] !== "--" && options.program === undefined; at++) {
    if (argv[at]?.startsWith("-") && argv[at] !== "-") at += options.read(at)
    else if (isEnding) break
  }
  return options.given
}

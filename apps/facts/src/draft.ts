import { stringify } from "yaml"
import type { Described } from "./Described.ts"

/**
 * Drafts a program's file. It has all options and subcommands, none of them as harmless: a person moves harmless ones
 * to `options`, after reading the manual.
 */
export const draft = (program: string, manual: string, described: Described): string => {
  const facts = { starts: unjudged, writes: unjudged, network: unjudged, folder: unjudged, source: manual }
  const style = hasWords(described) ? { style: "words" } : {}
  return `names: [${program}]\n${stringify({ manual, facts, ...style, ...wordsOf(described) }, { lineWidth: 118 })}`
}

const unjudged = "is not judged yet"

/** Whether an option is a word with one dash, such as `-name`. */
const hasWords = ({ options, subcommands }: Described): boolean =>
  options.some(({ name }) => /^-[A-Za-z][A-Za-z]/.test(name)) || [...subcommands.values()].some(hasWords)

const wordsOf = ({ options, subcommands }: Described): object => {
  const written = options.filter(({ name }) => name !== "--help").map(({ name, value }) => `${name}${value}`)
  return {
    ...(written.length === 0 ? {} : { dangers: { [unjudged]: written.join(" ") } }),
    ...(subcommands.size === 0
      ? {}
      : {
          subcommands: Object.fromEntries(
            [...subcommands].map(([names, each]) => [names, { asks: unjudged, ...wordsOf(each) }])
          )
        })
  }
}

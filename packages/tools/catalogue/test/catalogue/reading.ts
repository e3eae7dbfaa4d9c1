import { builtins, shell } from "@toolgate/builtins"
import type { Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Catalogue, parseCatalogue } from "../../src/index.ts"

/** The tools that the catalogues of the tests annotate. */
export const known: ReadonlyArray<Tool> = [...builtins({ withHostTools: true }), shell]

/** Returns what a text is read as, or its problems, those of entries that are left out included, each behind its place. */
export const read = (text: string, path = "/srv/catalogue.yaml", tools = known): Catalogue | ReadonlyArray<string> =>
  Result.match(Effect.runSync(Effect.result(parseCatalogue(text, path, { tools, home: "/home/ann" }))), {
    onSuccess: (catalogue) =>
      catalogue.leftOut.length === 0
        ? catalogue
        : catalogue.leftOut.flatMap(({ problems }) => problems.map(({ source, message }) => `${source}: ${message}`)),
    onFailure: ({ message }) => message.split("\n")
  })

/** Returns the tool of a text that is valid, by its name. */
export const toolIn = (text: string, name: string): Tool => {
  const catalogue = read(text)
  if (!("tools" in catalogue)) throw new Error(catalogue.join("\n"))
  const found = catalogue.tools.find((tool) => tool.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

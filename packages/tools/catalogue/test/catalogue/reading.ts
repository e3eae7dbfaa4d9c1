import { builtins, shell } from "@toolgate/builtins"
import type { Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Catalogue, parseCatalogue } from "../../src/index.ts"

/** The tools that the catalogues of the tests annotate. */
export const known: ReadonlyArray<Tool> = [...builtins({ withHostTools: true }), shell]

/**
 * Returns the parsed catalogue of a text, or its problems with their positions, including those of entries that were
 * left out.
 */
export const read = (text: string, path = "/srv/catalogue.yaml", tools = known): Catalogue | ReadonlyArray<string> =>
  Result.match(Effect.runSync(Effect.result(parseCatalogue(text, path, { tools, home: "/home/ann" }))), {
    onSuccess: (catalogue) =>
      catalogue.leftOut.length === 0
        ? catalogue
        : catalogue.leftOut.flatMap(({ problems }) => problems.map(({ source, message }) => `${source}: ${message}`)),
    onFailure: ({ message }) => message.split("\n")
  })

/** Returns the tool with this name from a valid text. */
export const toolIn = (text: string, name: string): Tool => {
  const catalogue = read(text)
  if (!("tools" in catalogue)) throw new Error(catalogue.join("\n"))
  const found = catalogue.tools.find((tool) => tool.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

import { defineTool } from "@toolgate/core"
import Type from "typebox"
import { learning } from "./learning.ts"
import { shortenToLine } from "./types/written.ts"

const usualCount = 10

/** The tool `search_tools`, which finds tools that the caller's scripts may call. */
export const searchTools = defineTool({
  ...learning,
  name: "search_tools",
  title: "Search tools for scripts",
  description:
    "Finds tools that a script may call, by words of their names and descriptions. Returns a line for each, the best first: its name and what it does. `describe_tools` returns their declarations. Touches nothing.",
  parameters: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 200, description: "A few words, such as: create issue." }),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 50,
          description: `The maximum number of tools to return. Default: ${usualCount}.`
        })
      )
    },
    { additionalProperties: false }
  ),
  execute: async ({ query, limit = usualCount }, context) => {
    const { default: MiniSearch } = await import("minisearch")
    const tools = context.tools().toSorted(({ name: one }, { name: other }) => (one < other ? -1 : 1))
    const index = new MiniSearch({
      idField: "name",
      fields: ["name", "description"],
      tokenize: words,
      processTerm: word
    })
    index.addAll(tools)
    const found = index.search(query, {
      boost: { name: 4 },
      prefix: ({ length }) => length > 2,
      fuzzy: ({ length }) => length > 4 && 0.2
    })
    const descriptions = new Map(tools.map(({ name, description }) => [name, description]))
    const shown = found.slice(0, limit).map(({ id }) => `${id}: ${firstSentence(descriptions.get(id) ?? "")}`)
    if (shown.length === 0)
      return `None of the ${tools.length} tools that a script may call has such words. Try others, or fewer.`
    const more = found.length - shown.length
    return [...shown, ...(more > 0 ? [`(and ${more} more, with less of these words)`] : [])].join("\n")
  }
})

/** Splits a text or name into words. `read_file`, `read-file` and `readFile` are equal. */
const words = (text: string): Array<string> =>
  text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").match(/[\p{L}\p{N}]+/gu) ?? []

/** Removes a plural ending, in the index and in queries. */
const word = (text: string): string => text.toLowerCase().replace(/(?<=\p{L}{2}[^s])s$/u, "")

const firstSentence = (text: string): string => {
  const [first = ""] = text.split(/(?<=[^\d][.!?])\s+(?=[\p{Lu}`"(])|\n\s*\n/u, 1)
  return shortenToLine(first, 200)
}

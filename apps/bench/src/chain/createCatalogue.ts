import { defineTool } from "@toolgate/core"

const word = (at: number): string =>
  ["account", "branch", "comment", "deploy", "event", "folder", "issue"][at % 7] ?? ""

/** Returns a text of this length, with different words for each tool. */
const prose = (at: number, length: number): string =>
  `${word(at)} ${at}, with what the service says of its ${word(at + 1)} and the ${word(at + 2)} of its owner. `
    .repeat(8)
    .slice(0, length)
    .trim()

const property = (at: number) => {
  switch (at % 6) {
    case 0:
      return { type: "integer", minimum: 1, maximum: 100, default: 20, description: `The number of ${prose(at, 40)}` }
    case 1:
      return { type: "string", enum: ["open", "closed", "all"], description: `The state of ${prose(at, 30)}` }
    case 2:
      return { type: "array", items: { type: "string" }, description: `The names of ${prose(at, 50)}` }
    case 3:
      return {
        type: "array",
        items: {
          type: "object",
          properties: { from: { type: "string", format: "date-time" }, to: { type: "string", format: "date-time" } },
          required: ["from"],
          additionalProperties: false
        },
        description: `The times of ${prose(at, 300)}`
      }
    default:
      return at % 12 < 6 ? { type: "string" } : { type: "string", description: `The ${prose(at, 60)}` }
  }
}

const properties = (at: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, one) => [`${word(at + one)}_${one}`, property(at + one)]))

/**
 * Returns tools with schemas of the average size on published MCP servers: description, arguments, and the result for a
 * third of them.
 */
export const createCatalogue = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    defineTool({
      name: `${word(at)}_${word(at + 3)}_${at}`,
      description: prose(at, 60 + (at % 10) * 30),
      sideEffects: "READ",
      callers: ["direct", "chain"],
      parameters: {
        type: "object",
        properties: properties(at, 1 + ((at * 5) % 11)),
        required: [`${word(at)}_0`],
        additionalProperties: false
      },
      output: at % 3 === 0 ? { type: "object", properties: properties(at, 3), required: [] } : undefined,
      execute: () => ({})
    })
  )

import { listEffects, type ToolDefinition } from "@toolgate/core"
import { escapeInvisible } from "../text/escapeForTerminal.ts"
import { getLongestLength, wrapWords } from "./formatToolPage.ts"

/**
 * Returns the tools in lines, grouped by category, those without one first: the name of each, its class of side effects, and the first
 * sentence of its description, wrapped at `columns`. Single effects beyond the class follow in brackets, and then the owner.
 */
export const formatToolTable = (tools: ReadonlyArray<ToolDefinition>, columns = Number.POSITIVE_INFINITY): string => {
  const groups = Map.groupBy(tools, ({ category }) => category)
  const headed = [...groups].filter(([category]) => category !== undefined)
  const rows = rowsOf(tools, columns)
  const bare = (groups.get(undefined) ?? []).map(rows).join("")
  const blocks = headed.map(([category, ofIt]) => `${escapeInvisible(`${category}:`)}\n${ofIt.map(rows).join("")}`)
  return [bare, ...blocks].filter((block) => block !== "").join("\n")
}

const rowsOf = (tools: ReadonlyArray<ToolDefinition>, columns: number) => {
  const names = getLongestLength(tools.map(({ name }) => name))
  const classes = getLongestLength(tools.map(({ sideEffects }) => sideEffects))
  const before = names + classes + 4
  return (tool: ToolDefinition): string => {
    const [first = "", ...more] = wrapWords(aboutTool(tool), Math.max(columns - before, leastColumns))
    return [
      `${tool.name.padEnd(names)}  ${tool.sideEffects.padEnd(classes)}  ${first}`,
      ...more.map((line) => " ".repeat(before) + line)
    ]
      .map((line) => `${escapeInvisible(line.trimEnd())}\n`)
      .join("")
  }
}

const aboutTool = (tool: ToolDefinition): string => {
  const usual = listEffects({ sideEffects: tool.sideEffects, effects: [] })
  const further = tool.effects.filter((effect) => !usual.includes(effect))
  return [
    firstSentence(tool.description),
    ...(further.length === 0 ? [] : [`[${further.join(", ")}]`]),
    ...(tool.owner === undefined ? [] : [`(${tool.owner})`])
  ].join(" ")
}

const leastColumns = 20

const firstSentence = (description: string) => /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description

import type { RegisteredTool, ToolDefinition } from "@toolgate/core"
import { displayWidth } from "effect/cli/CliOutput"
import { jsonText, visibleText } from "./terminalText.ts"
import { escapedNote } from "./textDiff.ts"

/**
 * Returns one line for each tool: its name, its side effects, and the first sentence of its description, wrapped at
 * `columns`.
 */
export const toolTable = (tools: ReadonlyArray<ToolDefinition>, columns = Number.POSITIVE_INFINITY): string => {
  const names = widest(tools.map((tool) => tool.name))
  const classes = widest(tools.map((tool) => tool.sideEffects))
  const before = names + classes + 4
  return tools
    .flatMap((tool) => {
      const [first = "", ...more] = wrapped(firstSentence(tool.description), Math.max(columns - before, leastColumns))
      const name = tool.name.padEnd(names)
      return [
        `${name}  ${tool.sideEffects.padEnd(classes)}  ${first}`,
        ...more.map((line) => " ".repeat(before) + line)
      ]
    })
    .map((line) => `${visibleText(line.trimEnd())}\n`)
    .join("")
}

/** Returns everything that a person needs to know to call or approve a tool. What an agent reads is shown, also where it is invisible. */
export const toolPage = ({ definition: tool, digest }: RegisteredTool, columns = 100, pin = ""): string => {
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["side effects", [tool.sideEffects, ...tool.effects].join(", ")],
    ["risk", tool.destructive ? `${tool.risk}, destructive` : tool.risk],
    ["time-out", `${tool.timeoutMs / 1000} s`],
    ["resources", tool.resources.map(resourceText).join("; ") || "none"],
    ["called", tool.callers.join(", ")],
    ["schema", tool.lazySchema ? "told on request" : ""],
    [
      "run by",
      providerSpecs(tool)
        .map(([provider]) => provider)
        .join(", ")
    ],
    ["also known as", tool.aliases.join(", ")],
    ["owner", tool.owner ?? ""],
    ["digest", digest],
    ["approval", pin]
  ]
  const shown = facts.filter(([, fact]) => fact !== "")
  const labels = widest(shown.map(([label]) => label))
  const page = [
    tool.title === undefined ? tool.name : `${tool.name}: ${tool.title}`,
    "",
    ...wrapped(tool.description, columns),
    "",
    ...shown.map(([label, fact]) => `${label.padEnd(labels)}  ${fact}`),
    "",
    `arguments ${jsonText(tool.parameters)}`,
    ...(tool.output === undefined ? [] : ["", `result ${jsonText(tool.output)}`]),
    ...providerSpecs(tool).flatMap(([provider, spec]) => ["", `told to ${provider} ${jsonText(spec)}`])
  ].join("\n")
  const seen = page.split("\n").map(visibleText).join("\n")
  return `${seen}\n${seen === page ? "" : `\n${escapedNote}`}`
}

const leastColumns = 20

const widest = (texts: ReadonlyArray<string>) => Math.max(0, ...texts.map((text) => text.length))

const firstSentence = (description: string) => /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description

const wrapped = (text: string, columns: number): ReadonlyArray<string> =>
  text.split(/\s+/).reduce<Array<string>>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || displayWidth(last) + 1 + displayWidth(word) > columns) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
    return lines
  }, [])

/** Returns what each provider is told of a hosted tool. Nothing for a tool that runs here. */
const providerSpecs = ({ implementations }: ToolDefinition) =>
  implementations.flatMap((one) => (one.kind === "provider" ? Object.entries(one.specs) : []))

const resourceText = (resource: ToolDefinition["resources"][number]): string => {
  if (resource.kind === "url") return `the host of the URL at ${resource.arg}`
  if (resource.kind !== "file") return `the command at ${resource.arg}, and what it reads and writes`
  return `the file at ${resource.arg}, ${doing[resource.mode]}, anywhere in the ${resource.within}`
}

const doing = { r: "read", w: "written", rw: "read and written" } as const

import type { RegisteredTool, ToolDefinition } from "@toolgate/core"
import { maskTool } from "@toolgate/redaction"
import { displayWidth } from "effect/cli/CliOutput"
import { escapeInvisible, formatJsonText } from "../text/escapeForTerminal.ts"
import { escapedNote, holdsEscape } from "../text/formatDiff.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"

/** Returns everything that a person needs to know to call or approve a tool. What an agent reads is shown, also where it is invisible. */
export const formatToolPage = (
  { definition, digest, unchecked = [] }: RegisteredTool,
  columns = 100,
  pin = ""
): string => {
  const tool = maskTool(definition)
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["side effects", [tool.sideEffects, ...tool.effects].join(", ")],
    ["risk", tool.destructive ? `${tool.risk}, destructive` : tool.risk],
    ["time-out", `${tool.timeoutMs / 1000} s`],
    ["resources", tool.resources.map(resourceText).join("; ") || "none"],
    ["called", tool.callers.join(", ")],
    ["schema", tool.lazySchema ? "described on request" : ""],
    [
      "run by",
      providerSpecs(tool)
        .map(([provider]) => provider)
        .join(", ")
    ],
    ["also known as", tool.aliases.join(", ")],
    ["category", tool.category ?? ""],
    ["owner", tool.owner ?? ""],
    ["digest", digest],
    ["approval", pin]
  ]
  const shown = facts.filter(([, fact]) => fact !== "")
  const labels = getLongestLength(shown.map(([label]) => label))
  const page = [
    tool.title === undefined ? tool.name : `${tool.name}: ${tool.title}`,
    "",
    ...wrapWords(tool.description, columns),
    "",
    ...shown.map(([label, fact]) => `${label.padEnd(labels)}  ${fact}`),
    "",
    ...(unchecked.length === 0
      ? []
      : [
          "Partly unchecked: these parts of the schemas are left to the tool.",
          ...unchecked.map((part) => `- ${part}`),
          ""
        ]),
    `arguments ${formatJsonText(tool.parameters)}`,
    ...(tool.output === undefined ? [] : ["", `result ${formatJsonText(tool.output)}`]),
    ...tool.implementations.flatMap((one) =>
      one.kind === "provider" || one.recipe === undefined ? [] : ["", `runs ${formatJsonText(one)}`]
    ),
    ...providerSpecs(tool).flatMap(([provider, spec]) => ["", `told to ${provider} ${formatJsonText(spec)}`])
  ].join("\n")
  const seen = page.split("\n").map(escapeInvisible).join("\n")
  return `${seen}\n${seen === page && !holdsEscape.test(tool.description) ? "" : `\n${escapedNote}`}`
}

/** Returns the length of the longest text. */
export const getLongestLength = (texts: ReadonlyArray<string>) =>
  texts.reduce((most, { length }) => Math.max(most, length), 0)

/** Returns the lines of a text that is wrapped between its words. A longer word gets a separate line. */
export const wrapWords = (text: string, columns: number): ReadonlyArray<string> =>
  text.split(/\s+/).reduce<Array<string>>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || displayWidth(last) + 1 + displayWidth(word) > columns) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
    return lines
  }, [])

/** Returns the declaration of a hosted tool to each provider. Empty for a tool that runs here. */
const providerSpecs = ({ implementations }: ToolDefinition) =>
  implementations.flatMap((one) => (one.kind === "provider" ? Object.entries(one.specs) : []))

const resourceText = (resource: ToolDefinition["resources"][number]): string => {
  switch (resource.kind) {
    case "file":
      return `the file at ${resource.arg}${resource.absent === undefined ? "" : ", if any"}, ${doing[resource.mode]}, anywhere in the ${resource.within}`
    case "url":
      return `the host of the URL at ${resource.arg}`
    case "host":
      return `the host ${resource.host}:${resource.port}`
    case "command":
      return `the command ${resource.argv.map(quoteShellWord).join(" ")}, and what it reads and writes`
    default:
      return `the command at ${resource.arg}, and what it reads and writes`
  }
}

const doing = { r: "read", w: "written", rw: "read and written" } as const

import type { ArgumentDeclaration } from "@toolgate/core"
import type { Tool } from "toolgate"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import { findArgumentSchemas, listValueKinds } from "./findArgumentSchemas.ts"

type Called = Pick<Tool, "name" | "parameters" | "resources">

/** Returns a sentence with examples of a call in both notations. `command` precedes the tool's name. */
export const formatCallExamples = (tool: Called, command = "toolgate call"): string => {
  const members = exampleArguments(tool)
  const json = `${command} ${tool.name} ${quoteShellWord(JSON.stringify(Object.fromEntries(members)))}`
  const words = members.map(([name, value]) =>
    quoteShellWord(typeof value === "object" ? `${name}:=${JSON.stringify(value)}` : `${name}=${value}`)
  )
  return words.length === 0
    ? `For example: ${json}`
    : `For example: ${json}, or: ${[command, tool.name, ...words].join(" ")}`
}

/** Returns the required arguments, with example values. */
const exampleArguments = ({ parameters, resources }: Called): ReadonlyArray<readonly [string, unknown]> => {
  const { required = [] } = parameters as { readonly required?: ReadonlyArray<string> }
  return required.map((name) => {
    const { allowed, literals } = listValueKinds(findArgumentSchemas(parameters, name), parameters)
    if (literals.length > 0) return [name, literals[0]]
    const resource = resources.filter((one) => "arg" in one).find(({ arg }) => arg === `/${name}`)
    if (allowed.has("string")) return [name, resource === undefined ? "text" : pointed[resource.kind]]
    if (allowed.has("integer") || allowed.has("number")) return [name, 1]
    if (allowed.has("boolean")) return [name, true]
    return [name, allowed.has("array") ? [] : {}]
  })
}

const pointed: Readonly<Record<ArgumentDeclaration["kind"], string>> = {
  file: "README.md",
  url: "https://example.org",
  shell: "git status",
  argv: "git"
}

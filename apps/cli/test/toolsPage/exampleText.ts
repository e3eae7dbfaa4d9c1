import type { Tool } from "@toolgate/core"
import { inMarkdown } from "./inMarkdown.ts"

/** Returns the first example of a tool: its description, its files, its arguments and what it really returns. */
export const exampleText = ({ examples: [example] }: Tool, output: string): string => {
  if (example === undefined) return ""
  const shown = Object.entries(example.files ?? {}).filter(([name, text]) => isShown(name, text))
  const about = example.description === undefined ? "An example:" : `An example. ${inMarkdown(example.description)}`
  return [
    `${about}\n`,
    ...shown.map(([name, text]) => `The file \`${name}\`:\n\n${block("text", text)}\n`),
    `${block("json", JSON.stringify(example.args, null, 2))}\n`,
    `It returns:\n\n${block("text", output)}\n`
  ].join("\n")
}

/** Whether a file of an example is shown: a short text outside repositories. */
const isShown = (name: string, text: string) =>
  !name.startsWith(".git/") && text.length < 300 && /^[\n\t -~]*$/.test(text) && text.trim() !== ""

const block = (language: string, text: string) => {
  const fence = text.includes("```") ? "````" : "```"
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

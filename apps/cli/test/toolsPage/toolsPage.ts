import type { JsonObject, Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { toolboxHere } from "../../src/toolbox/toolboxEntries.ts"
import { argumentsTable } from "./argumentsTable.ts"
import { exampleText } from "./exampleText.ts"
import { inMarkdown } from "./inMarkdown.ts"

/** Returns `docs/tools.md`: what each tool of the toolbox is, and its first example with what it really returns. */
export const toolsPage = async (outputOf: (tool: Tool) => Promise<string>): Promise<string> => {
  const sections: Array<string> = []
  const { entries } = await Effect.runPromise(toolboxHere)
  for (const [name, entry] of Object.entries(entries)) {
    const tools = (await entry.load()).make()
    sections.push(`## \`${name}\`\n`)
    for (const tool of tools) sections.push(toolSection(tool, await outputOf(tool)))
  }
  return `${head}\n${sections.join("\n")}`
}

const head = `# The tools of the toolbox

At the end of this page you know which tools come with Toolgate, what each takes and returns, and what a policy sees of it.

The command line calls each by its name, and shows its whole definition:

\`\`\`sh
toolgate call statistics '{"data":[1,2,3]}'
toolgate tools show statistics
\`\`\`

\`toolgate supervise\` and \`toolgate mcp serve\` show an agent the tools of the entries that you name with \`--toolbox data,math\`, and a
program registers those of [the package of an entry](../packages/toolbox/toolbox/README.md), such as \`@toolgate/toolbox-data\`. What an
operator sets stands in \`toolbox.yaml\` beside the policy, or in the file of \`--toolbox-settings\`
([the keys](../apps/cli/README.md#the-toolbox)).

The built-in tools, such as \`read_file\`, are in [their package](../packages/tools/builtins/README.md).

This page is written by \`pnpm docs:tools\`. The outputs are those of the calls.
`

const toolSection = (tool: Tool, output: string): string =>
  [
    `### \`${tool.name}\`\n`,
    `${inMarkdown(tool.description)}\n`,
    `${factsOf(tool)}\n`,
    argumentsTable(tool.parameters as JsonObject),
    exampleText(tool, output)
  ].join("\n")

const factsOf = ({ sideEffects, effects, permission, risk, destructive, callers, resources }: Tool): string => {
  const facts = [
    `class ${sideEffects}${effects.length === 0 ? "" : ` (${effects.join(", ")})`}`,
    `permission ${permission ?? "none"}`,
    `risk ${risk}${destructive ? ", destructive" : ""}`,
    `called ${callers.includes("chain") ? "directly and in chains" : "directly only"}`,
    resources.length === 0 ? "declares no resources" : `declares ${resources.map(resourceText).join("; ")}`
  ]
  return `_${facts.join(" · ")}_`
}

const resourceText = (resource: Tool["resources"][number]): string => {
  switch (resource.kind) {
    case "file": {
      const scope = resource.scope === undefined ? "the file" : "all beneath the folder"
      const optional = resource.absent === undefined ? "" : ", if it is given"
      return `${scope} at \`${resource.arg}\` (${resource.mode}, ${resource.within})${optional}`
    }
    case "url":
      return `the host of the URL at \`${resource.arg}\``
    case "host":
      return `the host \`${resource.host}:${resource.port}\``
    case "command":
      return `the command \`${resource.argv.map((word) => word.replaceAll(/\s+/g, " ").slice(0, 40)).join(" ")}\``
    default:
      return `the command at \`${resource.arg}\``
  }
}

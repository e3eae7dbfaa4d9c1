import { defineTool, findNearest, ToolNotFound } from "@toolgate/core"
import Type from "typebox"
import { declarations } from "./declarations.ts"
import { learning } from "./learning.ts"

/** The tool `describe_tools`, which returns declarations of tools that the caller's scripts may call. */
export const describeTools = defineTool({
  ...learning,
  name: "describe_tools",
  title: "Describe tools for scripts",
  description:
    "Returns TypeScript declarations of tools that a script may call, by their names. Use it before you write a script with tools whose arguments you do not know. Touches nothing.",
  parameters: Type.Object(
    {
      names: Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 20,
        description: "The names of the tools."
      })
    },
    { additionalProperties: false }
  ),
  execute: ({ names }, context) => {
    const tools = new Map(context.tools().map((tool) => [tool.name, tool]))
    const wanted = [...new Set(names)]
    const found = wanted.flatMap((name) => tools.get(name) ?? [])
    const missing = wanted.filter((name) => !tools.has(name)).map((name) => unknown(name, tools.keys()))
    if (found.length === 0) throw new ToolNotFound({ message: missing.join(" "), executed: "no" })
    return [declarations(found), ...missing.map((why) => `// ${why}`)].join("\n")
  }
})

/** Hidden and missing tools get the same message. */
const unknown = (name: string, names: Iterable<string>): string => {
  const meant = findNearest(name, names)
  return `No script may call a tool ${JSON.stringify(name)}.${meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`
}

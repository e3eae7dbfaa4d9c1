import type { ToolDefinition } from "@toolgate/core"
import { anthropic, gemini, openAiChat, openAiResponses } from "@toolgate/providers"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureDeclaring as most } from "../targets.ts"
import { createProviderTools } from "./createProviderTools.ts"

/** Measures declaring tools to providers, compared with copying the same members unchecked. */
export const measureDeclaring = async ({ tools: count }: Scale): Promise<Family> => {
  const tools = createProviderTools(count) as ReadonlyArray<unknown> as ReadonlyArray<ToolDefinition>
  const bare = `writing ${count} functions, unread`
  const formats = { openAiResponses, openAiChat, anthropic, gemini }
  const nameOf = (format: string) => `declaring ${count} tools with ${format}`
  return {
    name: "providers.declare",
    title: `Declaring ${count} tools to providers`,
    cases: [
      {
        name: bare,
        run: async (times) => {
          for (let time = 0; time < times; time++) {
            const made = tools.map(({ name, description, parameters }) => ({
              type: "function",
              name,
              description,
              parameters,
              strict: false
            }))
            if (made.length !== count) throw new Error(`${made.length} functions were written.`)
          }
        }
      },
      ...Object.entries(formats).map(([name, { declare }]) => ({
        name: nameOf(name),
        run: async (times: number) => {
          for (let time = 0; time < times; time++) {
            const made = declare(tools)
            if (made.tools.length !== count) throw new Error(`${made.tools.length} tools were declared.`)
          }
        }
      }))
    ],
    figures: (measured) => [
      measured.figure(bare),
      ...Object.keys(formats).map((name) => ({ ...measured.figure(nameOf(name)), atMost: most }))
    ]
  }
}

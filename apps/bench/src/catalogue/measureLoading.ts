import { parseCatalogue } from "@toolgate/catalogue"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"
import { parse } from "yaml"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { loadedCatalogue } from "../targets.ts"

/** Measures loading a catalogue with very many tools, compared with parsing the same text. */
export const measureLoading = async ({ tools: count }: Scale): Promise<Family> => {
  const text = `tools:\n${Array.from({ length: count }, (_, at) => toolText(at)).join("")}`
  const bare = "yaml, parse of the same text"
  const ours = "parseCatalogue"
  const known = builtins()
  const load = () => Effect.runSync(parseCatalogue(text, "tools.yaml", { tools: known }))
  const once = { times: 1, rounds: 20 }
  return {
    name: "catalogue.load",
    title: `Loading a catalogue with ${count} tools, ${Math.round(text.length / 1024)} KiB`,
    cases: [
      { ...once, name: bare, run: async () => assertAllRight((parse(text) as { tools: [] }).tools.length, count) },
      { ...once, name: ours, run: async () => assertAllRight(load().tools.length - known.length, count) }
    ],
    figures: (measured) => [measured.figure(bare), { ...measured.figure(ours), atMost: loadedCatalogue }],
    notes: () => [
      "Most of the time is the library's, for tokens and nodes, and a third of it goes into collecting what they leave."
    ]
  }
}

/** Returns an entry of a tool registry: descriptions, two parameters, effects, and the implementation. */
const toolText = (at: number): string => `  - name: find_text_${at}
    description: Finds the lines of a file that contain a text, number ${at}.
    category: data
    permission: filesystem
    parameters:
      text: { type: string, required: true, description: The text to find. }
      path: { type: string, required: true, description: The file. }
    side_effects: [local_exec]
    resources: [{ kind: file, arg: path, mode: r }]
    implementation: { command: [grep, -n, -F, --, "{text}", "{path}"] }
`

import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { knownList } from "../targets.ts"
import { createServerEntry, getServerCommand } from "./entries.ts"
import { connectClient } from "./Serving.ts"
import { serveGate } from "./serveGate.ts"

/** Measures listing the tools of a gate after its servers have listed theirs. */
export const measureListing = async ({ tools }: Scale): Promise<Family> => {
  const serving = await serveGate([], [createServerEntry("bench", getServerCommand(tools))])
  const client = await connectClient(serving)
  const name = `a list of ${tools} tools`
  return {
    name: "mcp.list",
    title: "A client's list of tools that the gate knows, over HTTP",
    cases: [
      {
        name,
        run: async (times) => {
          for (let time = 0; time < times; time++) {
            const { tools: listed } = await client.listTools(undefined, { cacheMode: "refresh" })
            if (listed.length !== tools) throw new Error(`${listed.length} tools are listed.`)
          }
        }
      }
    ],
    figures: (measured) => [{ ...measured.figure(name), atMost: knownList }],
    close: async () => {
      await client.close()
      await serving.close()
    }
  }
}

import { L } from "../baseline.ts"
import type { Family } from "../Case.ts"

/** What others need for the same call: by name, with arguments that are validated, to a handler that is async. */
export const peers = async (): Promise<Family> => {
  // Loaded here, and not above: they take a second that other families need not wait for.
  const loaded = await Promise.all([
    import("./aiSdk.ts").then(({ aiSdk }) => aiSdk()),
    import("./mcpSdk.ts").then(({ mcpSdk }) => mcpSdk()),
    import("./openaiAgents.ts").then(({ openaiAgents }) => openaiAgents()),
    import("./effectToolkit.ts").then(({ effectToolkit }) => effectToolkit())
  ])
  return {
    name: "peers",
    title: "The same call elsewhere",
    cases: loaded,
    figures: (measured) => loaded.map(({ name }) => measured.figure(name, L.async)),
    notes: () => loaded.map(({ name, doesNot }) => `${name}: ${doesNot}`),
    close: async () => {
      for (const peer of loaded) await peer.close?.()
    }
  }
}

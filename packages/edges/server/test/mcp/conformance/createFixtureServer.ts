import { Server } from "@modelcontextprotocol/server"
import { getPrompt, listPrompts } from "./fixturePrompts.ts"
import { readResource, resources, template } from "./fixtureResources.ts"
import { callFixture, listTools } from "./fixtureTools.ts"
import { states } from "./states.ts"

/** Creates a server with the tools, prompts and resources that the conformance suite expects. */
export const createFixtureServer = (): Server => {
  const server = new Server(
    { name: "conformance-fixture", version: "1.0.0" },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
      requestState: { verify: states.verify }
    }
  )
  server.setRequestHandler("tools/list", () => ({ tools: listTools() }))
  server.setRequestHandler("tools/call", ({ params }, ctx) => callFixture(params, ctx))
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }))
  server.setRequestHandler("prompts/get", ({ params }, ctx) => getPrompt(params, ctx))
  server.setRequestHandler("resources/list", () => ({ resources }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [template] }))
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri))
  server.setRequestHandler("resources/subscribe", () => ({}))
  server.setRequestHandler("resources/unsubscribe", () => ({}))
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }))
  return server
}

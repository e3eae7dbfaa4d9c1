import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folder, server } from "../../../mcp-client/test/openServers.ts"
import { connect } from "./serveHttpGate.ts"
import { serveOfferGate } from "./serveOfferGate.ts"

it.each(["legacy", "auto"] as const)(
  "a server that hangs keeps no client waiting (%s): the client gets the available tools, and the others later",
  async (era) => {
    const state = join(folder(), "state")
    const { url } = await serveOfferGate([server("late", ["late", state]), server("good")], { startMs: 1 })
    const client = await connect(url, era)
    let changes = 0
    client.setNotificationHandler("notifications/tools/list_changed", () => void changes++)
    const has = async (tool: string) => (await client.listTools()).tools.some(({ name }) => name === tool)
    await expect.poll(() => has("mcp__good__echo"), { timeout: 20_000 }).toBe(true)
    expect(await has("mcp__late__echo")).toBe(false)
    expect((await client.callTool({ name: "mcp__good__echo", arguments: { a: 1 } })).content).toEqual([
      { type: "text", text: '{"a":1}' }
    ])
    if (era === "auto") await client.listen({ toolsListChanged: true })
    changes = 0
    writeFileSync(`${state}.go`, "")
    await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(0)
    await expect.poll(() => has("mcp__late__echo"), { timeout: 20_000 }).toBe(true)
  }
)

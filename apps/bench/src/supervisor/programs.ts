import { join } from "node:path"

const program = (name: string) => join(import.meta.dirname, "programs", name)

/** Makes calls, and knows nothing but JSON. */
export const caller = [process.execPath, program("caller.mjs")] as const

/** Makes calls by way of `@toolgate/runner`, of its sources. */
export const client = [process.execPath, "--conditions=@toolgate/source", program("client.mjs")] as const

/** A server of the MCP SDK over stdio, whose tool says how long a text is. */
export const mcpServer = [process.execPath, program("mcpServer.mjs")] as const

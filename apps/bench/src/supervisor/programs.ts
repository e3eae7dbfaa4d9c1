import { join } from "node:path"

const program = (name: string) => join(import.meta.dirname, "programs", name)

/** The command of a program that makes calls with plain JSON. */
export const caller = [process.execPath, program("caller.mjs")] as const

/** The command of a program that makes calls with `@toolgate/runner`, from its sources. */
export const client = [process.execPath, "--conditions=@toolgate/source", program("client.mjs")] as const

/** The command of an MCP SDK server over stdio, whose tool returns the length of a text. */
export const mcpServer = [process.execPath, program("mcpServer.mjs")] as const

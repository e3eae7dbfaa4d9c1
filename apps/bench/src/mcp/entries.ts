import { join } from "node:path"
import type { McpServerEntry } from "@toolgate/mcp-client"

const program = join(import.meta.dirname, "programs/server.mjs")

/** Returns the command of a server with a number of tools, the first of which is `echo`. */
export const getServerCommand = (tools: number): readonly [string, ...ReadonlyArray<string>] => [
  process.execPath,
  program,
  String(tools)
]

/** Returns the entry of an unconfined server whose tool `echo` may always be called. */
export const createServerEntry = (name: string, command: ReturnType<typeof getServerCommand>): McpServerEntry => ({
  name,
  source: {
    kind: "stdio",
    command,
    env: {},
    files: [],
    network: "none",
    limits: {},
    unconfined: true
  },
  tools: new Map([["echo", { class: "NONE", destructive: false }]]),
  allow: []
})

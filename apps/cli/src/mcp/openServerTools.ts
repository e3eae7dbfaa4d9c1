import { resolve } from "node:path"
import { ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { shell } from "toolgate"
import { partsOf } from "toolgate/effect"
import { noAsker } from "../flags/gateFlags.ts"
import { openGate } from "../openGate.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import { findServer, type NamedServer } from "./findServer.ts"
import { readMcpChoice, waitForServers } from "./mcpChoice.ts"
import { listConfigWords } from "./mcpFile.ts"

/** The flags about where a server is configured, and the policy that confines its program. */
export interface ServerFlags {
  readonly config: Option.Option<string>
  readonly workspace: string
  readonly policy: ReadonlyArray<string>
  readonly noProjectPolicy: boolean
}

/** Returns a command that starts a server like these flags, from any folder. */
export const listServerWords = ({ config, workspace, policy, noProjectPolicy }: ServerFlags): ReadonlyArray<string> => [
  ...listConfigWords(config),
  ...["--workspace", quoteShellWord(resolve(workspace))],
  ...policy.flatMap((file) => ["--policy", file === "host" ? file : quoteShellWord(resolve(file))]),
  ...(noProjectPolicy ? ["--no-project-policy"] : [])
]

/** Returns the server whose prefix a tool's name has, if any. */
export const parseServerName = (tool: string): string | undefined => /^mcp__([a-z0-9-]+)__/.exec(tool)?.[1]

/** Starts a server of a `mcp.yaml` and returns a registry with its tools, including unapproved ones. */
export const openServerTools = Effect.fnUntraced(function* (server: string, given: ServerFlags) {
  const { config } = yield* findServer(server, given.config)
  const { services } = yield* startServer(config, given)
  return Context.get(services as Context.Context<ToolRegistry>, ToolRegistry)
})

/** Starts a server of a `mcp.yaml` like `toolgate mcp serve`, until the scope closes. Does not create pins. */
export const startServer = Effect.fnUntraced(function* (config: NamedServer["config"], given: ServerFlags) {
  const servers = yield* readMcpChoice({ servers: config.servers }, {}, given.config)
  const gate = yield* openGate({ ...given, ...noAsker }, { tools: [shell], servers })
  yield* waitForServers(gate)
  return { ...partsOf(gate), mcp: gate.servers }
})

import { type McpServerEntry, parseMcpConfig } from "@toolgate/mcp-client"
import { listSignedInServers } from "@toolgate/mcp-client/sign-in"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatLeftOut } from "../text/formatLeftOut.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { formatSource } from "./listServerSecrets.ts"
import { getMcpFilePath, makeMcpFileFlag, readMcpFile } from "./mcpFile.ts"
import { signIns } from "./signIns.ts"

/** The command `toolgate mcp list`, which lists the servers of a `mcp.yaml`. */
export const mcpListCommand = Command.make("list", { config: makeMcpFileFlag("config"), json }).pipe(
  Command.withDescription(
    [
      "List the MCP servers of mcp.yaml: how each is reached, and how its program is confined. No server is started.",
      "",
      "A server with a problem is left out, and named with the reason.",
      "",
      "Exit status: 0 the file is valid, or there is none, 1 an entry of it is left out, 2 the file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the MCP servers behind the gate"),
  Command.withExamples([{ command: "toolgate mcp list", description: "List your servers, one per line" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const path = yield* getMcpFilePath(given.config)
      const text = yield* readMcpFile(path)
      const config = text === undefined ? undefined : yield* parseMcpConfig(text, path)
      const servers = [...(config?.servers.values() ?? [])]
      const signedIn = yield* Effect.promise(() => listSignedInServers(signIns().folder))
      const leftOut = config?.leftOut ?? []
      const width = servers.reduce((most, { name }) => Math.max(most, name.length), 0)
      if (given.json)
        yield* screen.result(
          formatJsonLine({
            path,
            servers: servers.map((server) => listed(server, signedIn)),
            leftOut: leftOut.slice(0, 50)
          })
        )
      else if (servers.length === 0) yield* screen.result(`There are no servers in ${JSON.stringify(path)}.\n`)
      else
        yield* screen.result(
          servers.map((server) => `${server.name.padEnd(width)}  ${lineOf(server, signedIn)}\n`).join("")
        )
      yield* screen.notice(formatLeftOut(leftOut))
      if (leftOut.length > 0) return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)

/** Returns a server without values of variables and headers, which may be secrets. */
const listed = ({ name, source, tools }: McpServerEntry, signedIn: ReadonlySet<string>) => ({
  name,
  ...(source.kind === "http"
    ? { url: formatSource(source)[0], headers: Object.keys(source.headers), signedIn: signedIn.has(name) }
    : {
        command: formatSource(source),
        env: Object.keys(source.env),
        files: source.files,
        network: source.network,
        unconfined: source.unconfined
      }),
  tools: [...tools.keys()]
})

const lineOf = ({ name, source }: McpServerEntry, signedIn: ReadonlySet<string>): string => {
  const words = formatSource(source)
  if (source.kind === "http") return `${words.join("")}${signedIn.has(name) ? "  (signed in)" : ""}`
  const command = words.map((word) => (/^[\w@%+=:,./[\]-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")
  if (source.unconfined) return `${command}  (unconfined)`
  return `${command}  (confined${source.network === "any" ? ", with the network" : ""})`
}

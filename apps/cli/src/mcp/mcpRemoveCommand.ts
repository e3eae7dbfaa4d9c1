import { rmSync } from "node:fs"
import { parseMcpConfig } from "@toolgate/mcp-client"
import { listSignedInServers, signOut } from "@toolgate/mcp-client/sign-in"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { findServer } from "./findServer.ts"
import { removeServer } from "./install/editMcpConfig.ts"
import { getPackageFolder } from "./install/findServerDifferences.ts"
import { formatMcpText } from "./install/shown/formatMcpText.ts"
import { listServerSecrets } from "./listServerSecrets.ts"
import { getMcpFilePath, getPackagesFolder, makeMcpFileFlag, readMcpFile } from "./mcpFile.ts"
import { signIns } from "./signIns.ts"

/** The command `toolgate mcp remove`, which takes a server out of a `mcp.yaml`. */
export const mcpRemoveCommand = Command.make("remove", {
  name: Argument.String("NAME").pipe(Argument.withDescription("The name of the server")),
  config: makeMcpFileFlag("config")
}).pipe(
  Command.withDescription(
    [
      "Remove an MCP server from mcp.yaml, delete the package that was installed for it, and sign out. The rest of the file stays.",
      "",
      "Exit status: 0 the server is removed, 1 the file cannot be written, 2 there is no such server, or the file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Remove an MCP server from mcp.yaml"),
  Command.withExamples([{ command: "toolgate mcp remove files", description: "Remove a server" }]),
  Command.withHandler(({ name, config }) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const path = yield* getMcpFilePath(config)
      const before = (yield* readMcpFile(path)) ?? "servers: {}"
      const { leftOut } = yield* parseMcpConfig(before, path)
      // A package or URL in an unreadable entry is ignored.
      const entry = leftOut.some((one) => one.what === "server" && one.name === name)
        ? undefined
        : (yield* findServer(name, config)).entry
      const after = yield* removeServer(before, path, name)
      const changes = [{ path, before, after, show: formatMcpText }]
      yield* showChanges(changes, entry === undefined ? [] : listServerSecrets(entry.source))
      yield* makeChanges(changes)
      const installed = entry === undefined ? undefined : getPackageFolder(entry.source, getPackagesFolder())
      if (installed !== undefined) rmSync(installed, { recursive: true, force: true })
      const { folder } = signIns()
      if (entry !== undefined && (yield* Effect.promise(() => listSignedInServers(folder))).has(name))
        yield* Effect.ignore(Effect.tryPromise(() => signOut({ entry, folder })))
      yield* screen.result(`Removed the server "${name}" from ${JSON.stringify(path)}.\n`)
    })
  )
)

import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { gateFlags } from "../flags/gateFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { switchFlag } from "../flags/switchFlag.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { findServer, type NamedServer } from "./findServer.ts"
import { formatInspection } from "./formatInspection.ts"
import { inspectServer } from "./inspectServer.ts"
import { addOverlays } from "./install/editMcpConfig.ts"
import { formatMcpText } from "./install/shown/formatMcpText.ts"
import { listServerSecrets } from "./listServerSecrets.ts"
import { getMcpFilePath, makeMcpFileFlag, readMcpFile } from "./mcpFile.ts"
import { listServerWords, type ServerFlags, startServer } from "./openServerTools.ts"

/** The command `toolgate mcp inspect`, which proposes what a `mcp.yaml` says about a server's tools. */
export const mcpInspectCommand = Command.make("inspect", {
  server: Argument.String("SERVER").pipe(Argument.withDescription("The name of the server in mcp.yaml")),
  trustHints: switchFlag(
    "trust-hints",
    "Trust the server where it says that a tool only reads (readOnlyHint), and propose the class READ for it"
  ),
  write: switchFlag("write", "Write what is proposed into mcp.yaml, and show what was written"),
  config: makeMcpFileFlag("config"),
  workspace: gateFlags.workspace,
  policy: gateFlags.policy,
  noProjectPolicy: gateFlags.noProjectPolicy,
  json
}).pipe(
  Command.withDescription(
    [
      "Start an MCP server, confined as always, and propose an overlay for each of its tools: what mcp.yaml says about the tool, so",
      "that rules about paths and hosts apply to it. Review it: which argument is a path is guessed from names and descriptions,",
      "which are the server's own words.",
      "",
      "The class of a tool is the worst that the server's entry allows. The server's hints that a tool is harmless are ignored,",
      "unless you trust it: with --trust-hints, a tool that says it only reads has the class READ.",
      "With --write, the overlays are put into mcp.yaml. What it says about a tool already stays as it is, and so do comments.",
      "",
      "Exit status: 0 done, 1 the server cannot be reached, or the file cannot be written, 2 the command line or the file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Propose what mcp.yaml says about a server's tools"),
  Command.withExamples([
    { command: "toolgate mcp inspect files", description: "Show what is proposed for the tools of a server" },
    { command: "toolgate mcp inspect files --write", description: "Write it into mcp.yaml" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const path = yield* getMcpFilePath(given.config)
      const before = (yield* readMcpFile(path)) ?? ""
      const named = yield* findServer(given.server, given.config)
      const { entry } = named
      const found = inspectServer(entry, yield* listedTools(named, given), given.trustHints)
      const proposed = found.tools.filter(({ state }) => state === "proposed")
      const isWritten = given.write && proposed.length > 0
      if (isWritten) {
        const after = yield* addOverlays(before, path, entry.name, proposed)
        const changes = [{ path, before, after, show: formatMcpText }]
        yield* showChanges(changes, listServerSecrets(entry.source))
        yield* makeChanges(changes)
        const approve = ["toolgate tools approve", `'mcp__${entry.name}__*'`, ...listServerWords(given)].join(" ")
        yield* screen.notice(`toolgate: Gates that have pinned these tools now refuse them until you run: ${approve}\n`)
      }
      if (given.json) return yield* screen.result(formatJsonLine({ path, ...found, written: isWritten }))
      yield* screen.result(isWritten ? `Wrote ${JSON.stringify(path)}.\n` : formatInspection(found, path))
    }).pipe(Effect.scoped)
  )
)

/** Starts a server and lists its tools. Existing overlays are ignored, because one that does not fit would hide its tool. */
const listedTools = Effect.fnUntraced(function* ({ entry, config }: NamedServer, given: ServerFlags) {
  const servers = new Map([[entry.name, { ...entry, tools: new Map() }]])
  const { mcp, base } = yield* startServer({ ...config, servers }, given)
  const [status] = mcp === undefined ? [] : yield* mcp.status
  if (mcp === undefined || status?.state !== "connected") return yield* new Unsuccessful({ exitStatus: 1 })
  return { workspace: base.workspace, listed: mcp.listed(entry.name), leftOut: status.leftOut }
})

import { ArtifactStore } from "@toolgate/core"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { artifactFlags } from "./artifactFlags.ts"
import { provideArtifacts, selectSession } from "./artifactsHere.ts"
import { buildArtifactJson, formatArtifactLine } from "./artifactText.ts"

/** The command `toolgate artifacts list`, which lists stored large results. */
export const artifactsListCommand = Command.make("list", {
  ...artifactFlags,
  json: makeJsonFlag("Print each artifact as a line of JSON")
}).pipe(
  Command.withDescription(
    [
      "List the results that were too large to be returned at once, of all sessions and agents, in the order in which they came:",
      "with reference, size, media type and expiry.",
      "",
      "Exit status: 0 the place was read, 2 it cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List large results"),
  Command.withExamples([
    { command: "toolgate artifacts list", description: "List what supervised agents and MCP clients left" },
    { command: "toolgate artifacts list --session ci --json", description: "Print those of a session as lines of JSON" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const listed = selectSession(yield* Effect.flatMap(ArtifactStore, ({ list }) => list()), given.session)
      for (const artifact of listed)
        yield* screen.result(given.json ? formatJsonLine(buildArtifactJson(artifact)) : formatArtifactLine(artifact))
      if (listed.length === 0 && !given.json) yield* screen.notice("toolgate: There are no artifacts.\n")
    }).pipe((listing) => provideArtifacts(given, listing))
  )
)

import { ArtifactStore } from "@toolgate/core"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { artifactFlags, reference } from "./artifactFlags.ts"
import { findArtifacts, provideArtifacts } from "./artifactsHere.ts"
import { buildArtifactJson } from "./artifactText.ts"

/** The command `toolgate artifacts rm`, which removes a large result. */
export const artifactsRmCommand = Command.make("rm", {
  ref: reference,
  ...artifactFlags,
  json: makeJsonFlag("Print each removed artifact as a line of JSON")
}).pipe(
  Command.withDescription(
    [
      "Remove a result that was too large to be returned at once, for every session and agent that has it, or for one session.",
      "References to it no longer work.",
      "",
      "Exit status: 0 it is removed, 1 there is no such artifact, 2 the place cannot be used, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Remove a large result"),
  Command.withExamples([
    {
      command: "toolgate artifacts rm artifact:sha256-0f4c",
      description: "Remove a result by the beginning of its reference"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { remove } = yield* ArtifactStore
      let removed = 0
      for (const artifact of yield* findArtifacts(given.ref, given.session)) {
        if (!(yield* remove(artifact.ref, artifact.owner))) continue
        removed++
        if (given.json) yield* screen.result(formatJsonLine(buildArtifactJson(artifact)))
      }
      if (removed === 0) {
        yield* screen.notice(`toolgate: The artifact "${given.ref}" has already been removed.\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      const many = removed === 1 ? "The artifact is removed." : `The artifact is removed for ${removed} owners.`
      if (!given.json) yield* screen.notice(`toolgate: ${many}\n`)
    }).pipe((removing) => provideArtifacts(given, removing))
  )
)

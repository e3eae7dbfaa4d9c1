import { signOut } from "@toolgate/mcp-client/sign-in"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { findServer } from "./findServer.ts"
import { makeMcpFileFlag } from "./mcpFile.ts"
import { signIns } from "./signIns.ts"

/** The command `toolgate mcp logout`, which ends a person's sign-in at a server. */
export const mcpLogoutCommand = Command.make("logout", {
  name: Argument.String("NAME").pipe(Argument.withDescription("The name of the server")),
  config: makeMcpFileFlag("config")
}).pipe(
  Command.withDescription(
    [
      "Sign out of an MCP server: its tokens are deleted here, and revoked if the server supports that.",
      "",
      "Exit status: 0 you are signed out, or were not signed in, 1 it failed, 2 there is no such server."
    ].join("\n  ")
  ),
  Command.withShortDescription("Sign out of an MCP server"),
  Command.withExamples([{ command: "toolgate mcp logout linear", description: "Delete the tokens of a server" }]),
  Command.withHandler(({ name, config }) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { entry } = yield* findServer(name, config)
      const ended = yield* Effect.tryPromise({
        try: () => signOut({ entry, folder: signIns().folder }),
        catch: (cause) => cause as Error
      }).pipe(
        Effect.catch(({ message }) =>
          Effect.andThen(
            screen.notice(`toolgate: The tokens of "${name}" could not be removed. ${message}\n`),
            new Unsuccessful({ exitStatus: 1 })
          )
        )
      )
      if (ended === undefined) return yield* screen.result(`You were not signed in to "${name}".\n`)
      if (!ended.revoked)
        yield* screen.notice(
          `toolgate: The tokens are deleted here, but may still be valid elsewhere. ${ended.why ?? ""}\n`
        )
      yield* screen.result(`You are signed out of "${name}".\n`)
    })
  )
)

import { signIn } from "@toolgate/mcp-client/sign-in"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { switchFlag } from "../flags/switchFlag.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { version } from "../version.ts"
import { findServer } from "./findServer.ts"
import { makeMcpFileFlag } from "./mcpFile.ts"
import { openBrowser } from "./openBrowser.ts"
import { signIns } from "./signIns.ts"

/** The command `toolgate mcp login`, which signs a person in at a server. */
export const mcpLoginCommand = Command.make("login", {
  name: Argument.String("NAME").pipe(Argument.withDescription("The name of the server")),
  scope: Flag.String("scope").pipe(
    Flag.withMetavar("SCOPE"),
    Flag.withDescription("An additional scope to ask for, besides those of the last sign-in; repeat for others"),
    Flag.atLeast(0)
  ),
  noBrowser: switchFlag("no-browser", "Print the address to open, and open nothing"),
  config: makeMcpFileFlag("config")
}).pipe(
  Command.withDescription(
    [
      "Sign in to an MCP server that is reached by HTTP (OAuth). Opens the server's page in your browser, and waits up to five",
      "minutes until you have signed in there. The browser must run on this machine.",
      "",
      "The tokens are stored in a file that only you can read. Running gates use them. No command prints them.",
      "",
      "Exit status: 0 you are signed in, or the server requires no sign-in, 1 it failed, 2 there is no such server, 130 Ctrl-C."
    ].join("\n  ")
  ),
  Command.withShortDescription("Sign in to an MCP server"),
  Command.withExamples([
    { command: "toolgate mcp login linear", description: "Sign in to a server of your mcp.yaml" },
    { command: "toolgate mcp login linear --scope write", description: "Sign in again, with one more scope" }
  ]),
  Command.withHandler(({ name, scope, noBrowser, config }) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const { entry } = yield* findServer(name, config)
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const show = (page: URL) => {
        run(screen.notice(`toolgate: Sign in at ${page.href}\n`))
        if (!noBrowser) openBrowser(page)
      }
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)])
      const scopes = yield* Effect.tryPromise({
        try: () => signIn({ entry, folder: signIns().folder, version, scopes: scope, show, signal }),
        catch: (cause) => cause as Error
      }).pipe(
        Effect.catch(({ message }) =>
          Effect.andThen(
            screen.notice(`toolgate: The sign-in to "${name}" failed. ${message}\n`),
            new Unsuccessful({ exitStatus: stop.signal.aborted ? stop.exitStatus() : 1 })
          )
        )
      )
      if (scopes === undefined) return yield* screen.result(`The server "${name}" requires no sign-in.\n`)
      const given = scopes.length === 0 ? "" : `, with the scopes ${scopes.join(" ")}`
      yield* screen.result(`You are signed in to "${name}"${given}.\n`)
    })
  )
)

/** Time limit for a person to sign in, in milliseconds. */
const longestMs = 300_000

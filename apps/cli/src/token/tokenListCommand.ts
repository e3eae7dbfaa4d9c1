import { getTokenState } from "@toolgate/stores"
import * as Clock from "effect/Clock"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { getExistingStore, storeFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { provideTokens } from "./tokensIn.ts"
import { buildTokenJson, formatTokenLine } from "./tokenText.ts"

/** The command `toolgate token list`, which lists the tokens of a store. */
export const tokenListCommand = Command.make("list", {
  ...storeFlags,
  json: makeJsonFlag("Print each token as a line of JSON")
}).pipe(
  Command.withDescription(
    [
      "List the tokens of a store, oldest first, including expired and revoked ones. A token is invalid if its row was changed by",
      "hand, or if it was made with another key. Secrets are not stored, and not shown.",
      "",
      "Exit status: 0 the store was read, 2 the store cannot be opened, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the tokens of a store"),
  Command.withExamples([{ command: "toolgate token list", description: "List the tokens of your own store" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const at = yield* Clock.currentTimeMillis
      const reference = yield* getExistingStore(given)
      const listed = yield* provideTokens(reference, ({ tokens, key }) =>
        Effect.map(tokens.list, (all) => all.map((token) => ({ token, state: getTokenState(token, key, at) })))
      )
      for (const { token, state } of listed)
        yield* screen.result(given.json ? formatJsonLine(buildTokenJson(token, state)) : formatTokenLine(token, state))
      if (listed.length === 0 && !given.json) yield* screen.notice("toolgate: The store has no tokens.\n")
    })
  )
)

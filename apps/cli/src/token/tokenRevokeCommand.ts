import { revokeToken } from "@toolgate/stores"
import * as Clock from "effect/Clock"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { formatStoreFlags, getExistingStore, storeFlags } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { provideTokens } from "./tokensIn.ts"
import { buildTokenJson } from "./tokenText.ts"

/** The command `toolgate token revoke`, which makes a token invalid for good. */
export const tokenRevokeCommand = Command.make("revoke", {
  token: Argument.String("TOKEN").pipe(Argument.withDescription("The id or the name of the token")),
  ...storeFlags,
  json
}).pipe(
  Command.withDescription(
    [
      "Revoke a token. Servers of the store refuse it from now on. It cannot be made valid again; add a new token instead. If several",
      "tokens have the name, all of them are revoked. The record names who revoked them.",
      "",
      "Exit status: 0 the token is revoked, 1 the store has no such token, or it was revoked before, 2 the store cannot be used, or",
      "the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Revoke a token"),
  Command.withExamples([{ command: "toolgate token revoke ci", description: "Revoke a token by its name" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const reference = yield* getExistingStore(given)
      const [by, at] = [getUserName(), yield* Clock.currentTimeMillis]
      const revoked = yield* provideTokens(reference, ({ tokens, key, record }) =>
        Effect.gen(function* () {
          const all = (yield* tokens.list).filter(({ revokedAt }) => revokedAt === undefined)
          const named = all.filter(({ id }) => id === given.token)
          const meant = named.length > 0 ? named : all.filter(({ name }) => name === given.token)
          const done = yield* Effect.filter(
            meant.map((token) => revokeToken(token, { by, at }, key)),
            tokens.revoke
          )
          // Revoked first: a record that cannot be written must not keep a token valid.
          for (const { id, name } of done) yield* record({ action: "token.revoked", by, subject: name, subjectId: id })
          return done
        })
      )
      for (const token of revoked)
        if (given.json) yield* screen.result(formatJsonLine(buildTokenJson(token, "revoked")))
        else yield* screen.notice(`toolgate: Token ${formatShortText(token.name)} (${token.id}) is revoked.\n`)
      if (revoked.length > 0) return
      const message = `Nothing to revoke: this store has no token ${formatShortText(given.token)} that is not revoked already. To see all tokens: toolgate token list${formatStoreFlags(given)}`
      if (given.json) yield* screen.result(formatJsonLine({ token: given.token, message }))
      else yield* screen.notice(`toolgate: ${message}\n`)
      return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)

import { statSync } from "node:fs"
import { resolve } from "node:path"
import { getTokenState, makeToken } from "@toolgate/stores"
import * as Clock from "effect/Clock"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { formatStoreFlags, getStoreReference, storeFlags } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import { WrongUse } from "../WrongUse.ts"
import { tokenFlags } from "./tokenFlags.ts"
import { provideTokens } from "./tokensIn.ts"
import { buildGrantJson, buildTokenJson, formatEnd } from "./tokenText.ts"

/** The command `toolgate token add`, which makes a token and prints its secret. */
export const tokenAddCommand = Command.make("add", {
  name: Argument.String("NAME").pipe(Argument.withDescription("The name of the token, for people")),
  ...tokenFlags,
  ...storeFlags,
  json: makeJsonFlag("Print the token and its secret as one line of JSON")
}).pipe(
  Command.withDescription(
    [
      "Add a token for a server of this store. Its secret goes to standard output, and everything else to standard error. The store",
      "keeps only a digest of the secret, so the secret is shown once. The record names who added the token.",
      "",
      "Exit status: 0 the token is added, 2 the store cannot be used, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Add a token, and print its secret once"),
  Command.withExamples([
    { command: "toolgate token add ci --role builder --expires 30d", description: "Add a token for an agent" },
    {
      command: "toolgate token add ada --right decide --right read > ada.token",
      description: "Add a token for a person who decides"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { name, expires } = given
      const fault = findNameFault(name)
      if (fault !== undefined) return yield* new WrongUse({ message: fault })
      const workspaces = yield* Effect.forEach(given.workspace, resolveFolder)
      const reference = yield* getStoreReference(given)
      const [by, at] = [getUserName(), yield* Clock.currentTimeMillis]
      const { secret, token } = yield* provideTokens(reference, ({ tokens, key, record }) =>
        Effect.gen(function* () {
          const held = (yield* tokens.list).find((one) => one.name === name && getTokenState(one, key, at) === "valid")
          if (held !== undefined)
            return yield* new WrongUse({
              message: `There is a valid token ${formatShortText(name)} already. Choose another name, or revoke it first: toolgate token revoke ${quoteShellWord(name)}${formatStoreFlags(given)}`
            })
          const made = makeToken(
            {
              ...{ name, workspaces, attributes: Object.fromEntries(given.attribute) },
              agent: Option.getOrUndefined(given.agent),
              role: Option.getOrUndefined(given.role),
              task: Option.getOrUndefined(given.task),
              onBehalfOf: Option.getOrUndefined(given.onBehalfOf),
              rights: given.right.length === 0 ? undefined : [...new Set(given.right)],
              expiresAt: Number.isFinite(expires) ? at + expires : undefined
            },
            { by, at },
            key
          )
          const { id } = made.token
          // Recorded first, so that no token exists without a record.
          yield* record({
            action: "token.added",
            by,
            subject: name,
            subjectId: id,
            details: buildGrantJson(made.token)
          })
          yield* tokens.add(made.token)
          return made
        })
      )
      if (given.json) return yield* screen.result(formatJsonLine({ ...buildTokenJson(token, "valid"), secret }))
      yield* screen.result(`${secret}\n`)
      yield* screen.notice(
        `toolgate: Token ${formatShortText(name)} is added with the rights ${token.rights.join(", ")}${formatEnd(token)}; its id is ${token.id}. The secret on standard output is not shown again.\n`
      )
    })
  )
)

/** Explains why a name cannot be used, or returns `undefined`. */
const findNameFault = (name: string): string | undefined => {
  if (name.trim() === "") return "The name of the token is empty; choose a name such as ci."
  if (/\p{C}/u.test(name) || name.length > 100)
    return "The name of a token must have at most 100 characters, and no invisible ones; choose another name."
  return /^[0-9a-f]{32}$/.test(name) ? "The name of a token must not look like an id; choose another name." : undefined
}

/** Returns the absolute path of an existing folder. */
const resolveFolder = (given: string): Effect.Effect<string, WrongUse> => {
  const isFolder = given !== "" && statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder
    ? Effect.succeed(resolve(given))
    : Effect.fail(
        new WrongUse({
          message: `The workspace ${formatShortText(given)} is not a folder; make it first, or name another with "--workspace".`
        })
      )
}

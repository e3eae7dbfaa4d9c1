import { readStoreKey } from "@toolgate/stores"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { getStoreReference, storeFlags } from "../flags/storeFlags.ts"
import { computePageCode, pageName } from "../mcp/computePageCode.ts"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"
import { convertStoreError } from "./approvalsIn.ts"

const page = Argument.String("PAGE").pipe(
  Argument.withDescription("The name that the page shows before sign-in: its port, a dash and ten letters")
)

/** The command `toolgate approvals code`, which prints the code of an approval page. */
export const approvalsCodeCommand = Command.make("code", { page, ...storeFlags }).pipe(
  Command.withDescription(
    [
      'Print the code with which you sign in on the page of a "toolgate mcp serve --approvals url". It is for this page alone, as long',
      "as its gate runs. Anyone with the code can decide every call of the gate.",
      "",
      "Exit status: 0 the code is printed, 2 the store's key cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Print the code of an approval page"),
  Command.withExamples([{ command: "toolgate approvals code 41234-5f0c9a7e21", description: "Sign in on a page" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const port = pageName.exec(given.page)?.[1]
      if (port === undefined)
        return yield* new WrongUse({
          message: `${JSON.stringify(given.page)} is not the name of a page. The page shows its name, as in 41234-5f0c9a7e21.`
        })
      const reference = yield* getStoreReference(given)
      const key = yield* Effect.mapError(readStoreKey(reference), convertStoreError)
      yield* screen.notice(`toolgate: Enter this code at http://127.0.0.1:${port} and nowhere else.\n`)
      yield* screen.result(`${computePageCode(key, given.page)}\n`)
    })
  )
)

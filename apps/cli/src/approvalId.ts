import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import { Screen } from "./Screen.ts"
import { shortName } from "./shortText.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** The argument `ID` of a command about one request. */
export const approvalId = Argument.String("ID").pipe(
  Argument.withDescription('The id of the request, as "toolgate approvals list" shows it')
)

/** Reports that a store has no request of an id, and fails. */
export const unknownApproval = ({ id, json }: { readonly id: string; readonly json: boolean }) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const message = `The store has no request ${shortName(id)}; "toolgate approvals list --all" lists those that it has.`
    yield* json ? screen.result(jsonLine({ outcome: "unknown", message })) : screen.notice(`toolgate: ${message}\n`)
    return yield* new Unsuccessful({ exitStatus: 1 })
  })

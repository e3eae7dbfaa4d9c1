import { ApprovalStore } from "@toolgate/core"
import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import { formatStoreFlags, type StoreFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortName } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { formatApprovalLine } from "./approvalText.ts"

/** The argument `ID` of a command about one request. */
export const approvalId = Argument.String("ID").pipe(
  Argument.withDescription(
    'The id of the request, as "toolgate approvals list" shows it, or a prefix that no other id has'
  )
)

/**
 * Expands the beginning of a request ID to the whole ID. Fails and lists the candidates if several requests match. An unknown ID is
 * returned unchanged.
 */
export const expandApprovalId = ({ id, json }: { readonly id: string; readonly json: boolean }) =>
  Effect.gen(function* () {
    const { get, list } = yield* ApprovalStore
    if (id === "" || (yield* get(id)) !== undefined) return id
    const found = (yield* list()).filter((one) => one.id.startsWith(id))
    const [only, second] = found
    if (only === undefined) return id
    if (second === undefined) return only.id
    const screen = yield* Screen
    const message = `${found.length} requests have ids that begin with ${formatShortName(id)}; type more of the id.`
    const candidates = found.slice(0, mostCandidates)
    yield* json
      ? screen.result(formatJsonLine({ outcome: "ambiguous", message, candidates: candidates.map((one) => one.id) }))
      : screen.notice(`${candidates.map((one) => formatApprovalLine(one)).join("")}toolgate: ${message}\n`)
    return yield* new Unsuccessful({ exitStatus: 1 })
  })

/** Most candidates that are listed for an ambiguous ID. */
const mostCandidates = 20

/** Reports that a store has no request of an id, and fails. */
export const refuseUnknownApproval = ({
  id,
  json,
  ...store
}: StoreFlags & { readonly id: string; readonly json: boolean }) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const message = `The store has no request ${formatShortName(id)}; "toolgate approvals list --all${formatStoreFlags(store)}" lists all requests.`
    yield* json
      ? screen.result(formatJsonLine({ outcome: "unknown", message }))
      : screen.notice(`toolgate: ${message}\n`)
    return yield* new Unsuccessful({ exitStatus: 1 })
  })

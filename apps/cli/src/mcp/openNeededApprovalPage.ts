import type { McpCaller, ServedGate } from "@toolgate/mcp-server"
import { openApprovalPage } from "@toolgate/server"
import { readStoreKey, type StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { computePageCode } from "./computePageCode.ts"

/** Opens the approval page until the scope closes, if any caller uses it. */
export const openNeededApprovalPage = Effect.fnUntraced(function* (
  callers: ReadonlyArray<McpCaller>,
  gate: ServedGate,
  store: StoreReference,
  codeWith: (page: string) => string
) {
  if (!callers.some(({ approvals }) => approvals === "url")) return undefined
  const key = yield* Effect.mapError(readStoreKey(store), convertStoreError)
  const options = { gate, by: getUserName(), codeOf: (page: string) => computePageCode(key, page), codeWith }
  const page = yield* Effect.acquireRelease(
    Effect.promise(() => openApprovalPage(options)),
    ({ close }) => Effect.promise(close)
  )
  yield* (yield* Screen).notice(`toolgate: Calls are decided at ${page.url}\n`)
  return page
})

import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"
import { dropCopy, readClientCopy } from "./ClientCopy.ts"
import { type ClientFile, makeClientTextFormatter, parseClientText, restoreText } from "./clientFile.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { listClientSecrets } from "./listServerSecrets.ts"
import { requireConfirmation } from "./requireConfirmation.ts"

/** Removes the gate from a client's configuration and restores the client's servers. */
export const removeGate = Effect.fnUntraced(function* (clientFile: ClientFile, yes: boolean) {
  const { client, path, text } = clientFile
  const screen = yield* Screen
  const copy = readClientCopy(path)
  const before = yield* restoreText(clientFile, copy)
  if (text === undefined || before === text)
    return yield* new WrongUse({ message: `The gate is not in ${JSON.stringify(path)}.` })
  const read = before === undefined ? undefined : yield* parseClientText(client, path, before)
  const changes = [{ path, before: text, after: before, show: makeClientTextFormatter(client) }]
  yield* showChanges(changes, read === undefined ? [] : listClientSecrets(read))
  yield* requireConfirmation(yes)
  yield* makeChanges(changes)
  yield* Effect.sync(() => dropCopy(path))
  yield* screen.result(`${client.title} uses its own servers again (${JSON.stringify(path)}). Restart it.\n`)
})

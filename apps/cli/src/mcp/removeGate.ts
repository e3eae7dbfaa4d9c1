import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"
import { clientCopy, dropCopy } from "./ClientCopy.ts"
import { type ClientFile, makeClientTextFormatter, readOf, textBefore } from "./clientFile.ts"
import { orNothing } from "./confirmed.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { clientSecrets } from "./serverSecrets.ts"

/** Removes the gate from a client's configuration and restores the client's servers. */
export const removeGate = Effect.fnUntraced(function* (clientFile: ClientFile, yes: boolean) {
  const { client, path, text } = clientFile
  const screen = yield* Screen
  const copy = clientCopy(path)
  const before = yield* textBefore(clientFile, copy)
  if (text === undefined || before === text)
    return yield* new WrongUse({ message: `The gate is not in ${JSON.stringify(path)}.` })
  const read = before === undefined ? undefined : yield* readOf(client, path, before)
  const changes = [{ path, before: text, after: before, show: makeClientTextFormatter(client) }]
  yield* showChanges(changes, read === undefined ? [] : clientSecrets(read))
  yield* orNothing(yes)
  yield* makeChanges(changes)
  yield* Effect.sync(() => dropCopy(path))
  yield* screen.result(`${client.title} uses its own servers again (${JSON.stringify(path)}). Restart it.\n`)
})

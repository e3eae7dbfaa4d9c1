import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import type { ClientCopy } from "./ClientCopy.ts"
import type { ClientFault, ClientText } from "./install/ClientText.ts"
import type { McpClient } from "./install/McpClient.ts"
import { readClientText } from "./install/readClientText.ts"
import { formatClientText } from "./install/shown/formatClientText.ts"

/** A client, and the file of its configuration. */
export interface ClientFile {
  readonly client: McpClient
  readonly path: string
  /** The text of the file, if it exists. */
  readonly text: string | undefined
}

/** Reads a client's configuration. `undefined` if there is no file. */
export const readClientFile = (path: string): Effect.Effect<string | undefined, WrongUse> => {
  if (!existsSync(path)) return Effect.undefined
  const read = readTextFile(path, "configuration")
  return "text" in read ? Effect.succeed(read.text) : Effect.fail(unusable(path, read.fault))
}

const unusable = (path: string, fault: string) => new WrongUse({ message: `${JSON.stringify(path)}: ${fault}.` })

/** Returns the result, or ends the command with the fault. */
export const requireUsable = <A>(
  path: string,
  result: A | ClientFault
): Effect.Effect<Exclude<A, ClientFault>, WrongUse> =>
  typeof result === "object" && result !== null && "fault" in result
    ? Effect.fail(unusable(path, result.fault))
    : Effect.succeed(result as Exclude<A, ClientFault>)

/** Reads the text of a client's configuration. */
export const parseClientText = (client: McpClient, path: string, text: string): Effect.Effect<ClientText, WrongUse> =>
  requireUsable(path, readClientText(text, client, homedir()))

/** Returns the text of a configuration from before the gate. `undefined` if there was no file. */
export const restoreText = Effect.fnUntraced(function* (
  { client, path, text }: ClientFile,
  copy: ClientCopy | undefined
) {
  if (text === undefined) return undefined
  if (copy?.after === text) return copy.before ?? undefined
  const read = yield* parseClientText(client, path, text)
  const before = copy?.before == null ? undefined : yield* parseClientText(client, path, copy.before)
  const without = yield* requireUsable(path, read.withoutGate(before, copy?.moved ?? []))
  return without.text
})

/** Returns a function that shows a text of a client's configuration. */
export const makeClientTextFormatter = (client: McpClient) => (text: string) => formatClientText(text, client)

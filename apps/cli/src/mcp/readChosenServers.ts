import { homedir } from "node:os"
import { resolve } from "node:path"
import { describeUnknownName, quoted } from "@toolgate/core"
import { escapeReferences, type ReferenceText, trustReferences } from "@toolgate/local-secrets/references"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WrongUse } from "../WrongUse.ts"
import { switchedOff } from "./install/convertServer.ts"
import { guessClient } from "./install/McpClient.ts"
import { readClientText } from "./install/readClientText.ts"
import { makeGateName, type ServerDraft } from "./install/ServerDraft.ts"

/** A server with its name behind the gate. */
export interface ChosenServer {
  readonly name: string
  readonly draft: ServerDraft | { readonly obstacle: string }
}

/** Returns the servers that the arguments of `toolgate mcp add` describe. */
export const readChosenServers = Effect.fnUntraced(function* (given: {
  readonly words: ReadonlyArray<string>
  readonly url: Option.Option<string>
  readonly from: Option.Option<string>
  readonly header: ReadonlyArray<string>
  readonly env: ReadonlyArray<string>
  readonly see: ReadonlyArray<string>
  readonly change: ReadonlyArray<string>
}): Effect.fn.Return<ReadonlyArray<ChosenServer>, WrongUse> {
  const [name, ...command] = given.words
  const wrong = (message: string) => new WrongUse({ message })
  if (Option.isSome(given.from)) {
    if (Option.isSome(given.url) || given.header.length + given.env.length > 0)
      return yield* wrong(
        '"--from" takes the servers as they are in the file; leave out "--url", "--header" and "--env".'
      )
    return yield* serversIn(given.from.value, given.words)
  }
  if (name === undefined) return yield* wrong('Name the server, and its command after "--", or give "--from FILE".')
  const headers = pairsOf(given.header)
  const env = pairsOf(given.env)
  if (headers === undefined || env === undefined) return yield* wrong('"--header" and "--env" take NAME=VALUE.')
  if (Option.isSome(given.url)) {
    if (command.length + given.env.length > 0)
      return yield* wrong('A server has a command or "--url", and "--env" is for a command.')
    return [
      { name, draft: { url: trustReferences(given.url.value), ...(given.header.length === 0 ? {} : { headers }) } }
    ]
  }
  if (given.header.length > 0) return yield* wrong('"--header" is for a server with "--url".')
  if (command.length === 0)
    return yield* wrong(`Give the command of the server after "--", as in: ${name} -- npx notes-server`)
  const words = command.map(absoluteIn([...given.see, ...given.change]))
  return [{ name, draft: { command: words, ...(given.env.length === 0 ? {} : { env }) } }]
})

/**
 * Returns a function that makes a word absolute if it is one of the paths or below one. People write paths relative to their folder, but
 * the server starts in the workspace. References in folder names are not resolved.
 */
const absoluteIn =
  (paths: ReadonlyArray<string>) =>
  (word: string): ReferenceText =>
    paths.some((path) => word === path || word.startsWith(path.endsWith("/") ? path : `${path}/`))
      ? escapeReferences(resolve(word))
      : trustReferences(word)

const pairsOf = (given: ReadonlyArray<string>): Readonly<Record<string, ReferenceText>> | undefined => {
  const pairs = given.map((pair): readonly [string, ReferenceText] | undefined => {
    const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    return name === undefined ? undefined : [name, trustReferences(value)]
  })
  return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs.filter((pair) => pair !== undefined))
}

/** Returns servers from a client's configuration: the named ones, or all. */
const serversIn = Effect.fnUntraced(function* (path: string, names: ReadonlyArray<string>) {
  const file = readTextFile(path, "configuration")
  const wrong = (message: string) => new WrongUse({ message: `${JSON.stringify(path)}: ${message}.` })
  if ("fault" in file) return yield* wrong(file.fault)
  const read = readClientText(file.text, guessClient(path, file.text), homedir())
  if ("fault" in read) return yield* wrong(read.fault)
  if (read.servers.length === 0) return yield* wrong("it has no MCP servers")
  const known = read.servers.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) return yield* wrong(describeUnknownName("server", unknown, known))
  const chosen = names.length === 0 ? read.servers : read.servers.filter(({ name }) => names.includes(name))
  return assignGateNames(chosen)
})

/** Returns servers with their names behind the gate. If two would get the same name, they can only be added by name, one of them. */
export const assignGateNames = (servers: ReadonlyArray<ChosenServer>): ReadonlyArray<ChosenServer> => {
  const named = servers.map(({ name, draft }) => ({ given: name, name: makeGateName(name) ?? name, draft }))
  return named.map(({ given, name, draft }) => {
    const twin = named.find((other) => other.name === name && other.given !== given)
    return twin === undefined
      ? { name, draft }
      : {
          name: given,
          draft: {
            obstacle: `would have the same name behind the gate as ${quoted(twin.given)}, "${name}"; choose one of the two, or rename one`
          }
        }
  })
}

/** Whether the server is disabled in the client too. */
export const isOff = ({ draft }: Pick<ChosenServer, "draft">): boolean =>
  "obstacle" in draft && draft.obstacle === switchedOff

import { createHash, randomBytes } from "node:crypto"
import type { McpConfig } from "@toolgate/mcp-client"
import type { McpCaller } from "@toolgate/mcp-server"
import type { McpToken } from "@toolgate/server"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { readInputFile } from "../input/readInputFile.ts"
import { formatLeftOutSentence } from "../text/formatLeftOut.ts"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--token`, which may be repeated. */
export const token = Flag.String("token").pipe(
  Flag.withMetavar("[NAME=]PLACE"),
  Flag.withDescription(
    "A client's bearer token for --http: file:PATH or env:NAME; with NAME=, the agent that its calls are made as; default: a new one, which is printed"
  ),
  Flag.atLeast(0)
)

/** The tokens for HTTP. `shown` is generated for this run and must be printed. */
export interface Tokens {
  readonly tokens: ReadonlyArray<McpToken>
  readonly shown: string | undefined
}

/** Returns the configured tokens, or a generated one. `undefined` if `signal` aborts first. */
export const getTokens = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
  config: Pick<McpConfig, "tokens" | "leftOut">,
  caller: McpCaller,
  signal: AbortSignal
) {
  const tokens: Array<McpToken> = [...config.tokens].map(([name, { sha256, approvals }]) => ({
    caller: { ...asAgent(caller, name), approvals: approvals ?? caller.approvals },
    sha256
  }))
  if (given.length === 0 && tokens.length === 0) {
    const left = config.leftOut.find(({ what }) => what === "token")
    if (left !== undefined)
      return yield* new WrongUse({ message: `No client could connect. ${formatLeftOutSentence(left)}` })
    const made = randomBytes(32).toString("base64url")
    return { tokens: [{ caller, sha256: digest(made) }], shown: made } as Tokens
  }
  for (const text of given) {
    const [, name, kind, place = ""] = /^(?:([\w.-]{1,64})=)?(file|env):(.+)$/s.exec(text) ?? []
    const read = kind === undefined ? undefined : yield* tokenIn(kind, place, signal)
    if (signal.aborted) return undefined
    if (read === undefined)
      return yield* new WrongUse({
        message: `"--token" must be env:NAME or file:PATH of a token with at least ${shortest} characters, such as --token env:TOKEN or --token editor=file:token.txt; cannot read "${text.replace(/=.*/s, "=…")}".`
      })
    const named = name === undefined ? caller : asAgent(caller, name)
    if (tokens.some((other) => other.caller.name === named.name))
      return yield* new WrongUse({ message: `Two tokens have the name "${named.name}". Give each a different NAME=.` })
    const sha256 = digest(read)
    const same = tokens.find((other) => other.sha256 === sha256)
    if (same !== undefined)
      return yield* new WrongUse({
        message: `"${same.caller.name}" and "${named.name}" have the same token; give each its own.`
      })
    tokens.push({ caller: named, sha256 })
  }
  return { tokens, shown: undefined } as Tokens
})

const asAgent = (caller: McpCaller, agent: string): McpCaller => ({
  ...caller,
  name: agent,
  principal: { ...caller.principal, agent }
})

const shortest = 16

/** Reads a token from a file or variable, and checks that a header can carry it. */
const tokenIn = (kind: string, place: string, signal: AbortSignal): Effect.Effect<string | undefined> => {
  const text = kind === "env" ? Effect.succeed(process.env[place]) : readInputFile(place, signal)
  return Effect.map(
    Effect.orElseSucceed(text, () => undefined),
    (read = "") => {
      const token = read.trim()
      return token.length >= shortest && /^[\w.~+/=-]{1,512}$/.test(token) ? token : undefined
    }
  )
}

const digest = (token: string): string => createHash("sha256").update(token).digest("hex")

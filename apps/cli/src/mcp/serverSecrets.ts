import type { McpServerEntry } from "@toolgate/mcp"
import type { ClientText } from "@toolgate/mcp/install"
import { apart, KnownSecrets, listSecrets, type Span, textSecrets } from "@toolgate/redaction"

/** The parts of a server's entry that may hold secrets. */
interface SecretParts {
  readonly command?: ReadonlyArray<string>
  readonly url?: string
  readonly env?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: { readonly clientSecret?: string; readonly privateKey?: string }
}

/** Returns the values of variables and headers that stand in an entry itself. */
export const literalValues = ({ env = {}, headers = {}, auth = {} }: SecretParts): ReadonlyArray<string> =>
  [...Object.values(env), ...Object.values(headers), auth.clientSecret ?? "", auth.privateKey ?? ""].filter(
    (value) => value !== "" && !holdsReference.test(value)
  )

/** Returns the secrets that an entry holds: its literal values, and those in its command and in its URL. */
export const serverSecrets = (parts: SecretParts): ReadonlyArray<string> => {
  const { command = [], url = "" } = parts
  const cut = (text: string, spans: ReadonlyArray<Span>) => spans.map(({ from, to }) => text.slice(from, to))
  return [
    ...literalValues(parts),
    ...commandSecrets(command).flatMap((spans, at) => cut(command[at] ?? "", spans)),
    ...cut(url, secretsIn(url))
  ]
}

/** Returns the secrets that the servers in a client's configuration hold. */
export const clientSecrets = ({ servers }: ClientText): ReadonlyArray<string> =>
  servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : serverSecrets(draft)))

/** Returns how a server is reached, as it may be printed: its command or its URL, with `…` in the place of secrets. */
export const shownSource = (source: McpServerEntry["source"]): ReadonlyArray<string> => {
  if (source.kind === "http") return [concealed(source.url, secretsIn(source.url))]
  const spans = commandSecrets(source.command)
  return source.command.map((word, at) => concealed(word, spans[at] ?? []))
}

/** Returns a text of any configuration as it may be printed. `secrets` are further texts that it must not show. */
export const shownConfiguration = (text: string, secrets: ReadonlyArray<string>): string => {
  const known = new KnownSecrets()
  for (const secret of secrets) for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) known.add(form)
  const spans = [...secretsIn(text)]
  known.find(text, spans)
  return concealed(text, spans)
}

const commandSecrets = (words: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<Span>> => {
  const listed = listSecrets(words)
  return words.map((word, at) => {
    const found = listed?.get(at) ?? []
    const spans = found === "whole" ? [{ from: 0, to: word.length }] : found
    return [...spans.filter(isLiteralIn(word)), ...secretsIn(word)]
  })
}

const secretsIn = (text: string): ReadonlyArray<Span> => textSecrets(text).filter(isLiteralIn(text))

/** A reference is no secret: it is what a secret was replaced by. */
const isLiteralIn =
  (text: string) =>
  ({ from, to }: Span): boolean =>
    !holdsReference.test(text.slice(from, to))

const holdsReference = /\$\{\w+:/

const concealed = (text: string, spans: ReadonlyArray<Span>): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of apart(spans)) {
    shown += `${text.slice(end, from)}…`
    end = to
  }
  return shown + text.slice(end)
}

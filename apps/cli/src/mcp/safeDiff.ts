import type { McpServerEntry } from "@toolgate/mcp"
import type { ClientText, ServerDraft } from "@toolgate/mcp/install"
import { apart, KnownSecrets, listSecrets, textSecrets } from "@toolgate/redaction"
import { createTwoFilesPatch } from "diff"

/** Returns the values of variables and headers that stand in an entry itself. */
export const literalValues = ({ env = {}, headers = {} }: ServerDraft): ReadonlyArray<string> =>
  [...Object.values(env), ...Object.values(headers)].filter((value) => !/\$\{\w+:/.test(value))

/** Returns the values that stand in an entry itself, and may be secrets. */
export const entryLiterals = (source: McpServerEntry["source"]): ReadonlyArray<string> => {
  const values =
    source.kind === "stdio"
      ? Object.values(source.env)
      : [...Object.values(source.headers), source.auth?.clientSecret ?? "", source.auth?.privateKey ?? ""]
  return values.filter((value) => !/\$\{\w+:/.test(value))
}

/** Returns the secrets that an entry holds: its literal values, and the words of its command that other words say are secrets. */
export const secretsOf = (draft: ServerDraft): ReadonlyArray<string> => {
  const { command = [] } = draft
  const words = [...(listSecrets(command) ?? [])].flatMap(([at, found]) => {
    const word = command[at] ?? ""
    return found === "whole" ? [word] : found.map(({ from, to }) => word.slice(from, to))
  })
  return [...literalValues(draft), ...words]
}

/** Returns the secrets that the servers in a client's configuration hold. */
export const secretsIn = ({ servers }: ClientText): ReadonlyArray<string> =>
  servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : secretsOf(draft)))

/** A file that is to be changed. */
export interface ShownChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  /** Returns a text of the file as it may be printed. */
  readonly show: (text: string) => string
}

/** Returns the changes of files as a unified diff, without the secrets in them. */
export const safeDiff = (changes: ReadonlyArray<ShownChange>, secrets: ReadonlyArray<string>): string => {
  const diff = changes
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after, show }) =>
      createTwoFilesPatch(
        before === undefined ? "/dev/null" : path,
        path,
        before === undefined ? "" : show(before),
        show(after),
        undefined,
        undefined,
        { context: 3 }
      ).replace(/^(?:Index: .*\n)?=+\n/, "")
    )
    .join("")
  const known = new KnownSecrets()
  for (const secret of secrets) for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) known.add(form)
  // A reference is no secret: it is what a secret was replaced by.
  const spans = textSecrets(diff).filter(({ from, to }) => !/\$\{\w+:/.test(diff.slice(from, to)))
  known.find(diff, spans)
  let shown = ""
  let end = 0
  for (const { from, to } of apart(spans)) {
    shown += `${diff.slice(end, from)}…`
    end = to
  }
  return shown + diff.slice(end)
}

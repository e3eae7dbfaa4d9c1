import { KnownSecrets } from "./KnownSecrets.ts"
import { apart, type Span } from "./texts/Span.ts"
import { textSecrets } from "./texts/textSecrets.ts"
import { argumentSecrets, type ItemSecret, listSecrets } from "./values/listSecrets.ts"
import { memberSecrets } from "./values/memberSecrets.ts"

const redacted = "[redacted]"

/**
 * Masks the secrets written into configuration: in commands, variables, headers, URLs and bodies of tools and servers.
 * References such as `${env:TOKEN}` and placeholders such as `{token}` stay. A secret found in one value is masked in
 * all later values.
 */
export class ConfigurationMask {
  /** The masked texts, in order of occurrence. */
  readonly secrets: Array<string> = []
  private readonly known = new KnownSecrets(Number.POSITIVE_INFINITY)
  private readonly words = new Map<string, string>()

  /** `secrets` are texts known to be secret. */
  constructor(secrets: ReadonlyArray<string> = []) {
    for (const secret of secrets) this.known.add(secret)
  }

  /** Returns a masked copy of a configuration value. */
  value<A>(given: A): A {
    const { length } = this.secrets
    const first = this.copy(given)
    if (this.secrets.length === length) return first
    // A secret found late may also occur earlier in the value.
    this.secrets.length = length
    return this.copy(given)
  }

  /** Masks a configuration text. */
  text(given: string): string {
    return this.without(given, textSecrets(given))
  }

  /** Returns a copy of another value, with the known secrets of the configuration masked. */
  repeated<A>(given: A): A
  repeated(given: unknown): unknown {
    if (typeof given === "string") {
      const found: Array<Span> = []
      this.known.find(given, found)
      return this.words.get(given) ?? cut(given, apart(found))
    }
    if (Array.isArray(given)) return given.map((item) => this.repeated(item))
    return typeof given === "object" && given !== null
      ? Object.fromEntries(Object.entries(given).map(([name, member]) => [name, this.repeated(member)]))
      : given
  }

  private copy<A>(given: A, name?: string): A
  private copy(given: unknown, name = ""): unknown {
    if (typeof given === "string") return contentName.test(name) ? given : this.text(given)
    if (typeof given !== "object" || given === null) return given
    if (Array.isArray(given)) return this.list(given, name, listSecrets(given))
    const members: Record<string, unknown> = { ...given }
    const isSecret = memberSecrets(members)
    return Object.fromEntries(
      Object.entries(members).map(([each, member]) => {
        if (isSecret(each)) return [each, this.all(member)]
        if (Array.isArray(member)) return [each, this.list(member, each, argumentSecrets(members, each, member))]
        return [each, this.copy(member, contentName.test(name) ? name : each)]
      })
    )
  }

  private list(
    given: ReadonlyArray<unknown>,
    name: string,
    secrets: ReadonlyMap<number, ItemSecret> | undefined
  ): ReadonlyArray<unknown> {
    return given.map((item, at) => {
      const secret = secrets?.get(at)
      if (secret === "whole") return this.all(item)
      if (typeof item !== "string" || secret === undefined) return this.copy(item, name)
      const shown = this.without(item, [...secret, ...textSecrets(item)])
      if (shown !== item) this.words.set(item, shown)
      return shown
    })
  }

  /** Masks a value under a secret name: every text and number in it. */
  private all(given: unknown): unknown {
    if (typeof given === "string") {
      const shown = this.without(given, [{ from: 0, to: given.length }])
      if (shown !== given) this.words.set(given, shown)
      return shown
    }
    if (typeof given === "number") {
      this.secrets.push(String(given))
      return redacted
    }
    if (Array.isArray(given)) return given.map((item) => this.all(item))
    return typeof given === "object" && given !== null
      ? Object.fromEntries(Object.entries(given).map(([name, member]) => [name, this.all(member)]))
      : given
  }

  private without(text: string, secrets: ReadonlyArray<Span>): string {
    const found = [...withoutReferences(text, secrets), ...digestsIn(text)]
    for (const { from, to } of found) this.known.add(text.slice(from, to))
    this.known.find(text, found)
    const spans = apart(found)
    for (const { from, to } of spans) this.secrets.push(text.slice(from, to))
    return cut(text, spans)
  }
}

/** The parts of a tool's definition that contain configuration. */
interface ToolParts {
  readonly resources: unknown
  readonly implementations: unknown
}

/** Masks the secrets in a tool's implementations and resources, so that its definition can be shown. */
export const maskTool = <A extends ToolParts>(tool: A, mask = new ConfigurationMask()): A => {
  const { resources, implementations } = mask.value({
    implementations: tool.implementations,
    resources: tool.resources
  })
  return { ...tool, resources, implementations }
}

/** The members that contain digests of files, which are not secret. */
const contentName = /^(?:content|scripts|module)$/

/** The digest of a value. Short values can be guessed from it. */
const digest = /(?<=^|=)sha256:[0-9a-f]{64}(?![0-9a-f])/g

const digestsIn = (text: string): ReadonlyArray<Span> =>
  Array.from(text.matchAll(digest), ({ 0: { length }, index }) => ({ from: index, to: index + length }))

/** A reference to a secret, or a placeholder for an argument. */
const reference = /\$\{[a-z_]+:[^{}]*\}|(?<!\{)\{[A-Za-z_][\w-]*\}(?!\})/g

/** Returns the literal parts of secrets: the parts beside references, if they are more than a scheme or a name. */
const withoutReferences = (text: string, secrets: ReadonlyArray<Span>): Array<Span> => {
  const references = Array.from(text.matchAll(reference), ({ 0: { length }, index }) => ({
    from: index,
    to: index + length
  }))
  if (references.length === 0) return [...secrets]
  return apart(secrets).flatMap(({ from, to }) => {
    const within = references.filter((one) => one.from < to && one.to > from)
    if (within.length === 0) return [{ from, to }]
    const ends = [...within.map((one) => one.from), to]
    return [from, ...within.map((one) => one.to)]
      .map((begin, at) => ({ from: begin, to: ends[at] as number }))
      .filter((piece) => isWritten.test(text.slice(piece.from, piece.to).replaceAll(schemeOrName, " ")))
  })
}

const schemeOrName = /\b(?:bearer|basic|token|digest|apikey)\b|[\w.-]+=/gi
const isWritten = /[^\s"'`;,&:/@.?=-]{4}/

const cut = (text: string, secrets: ReadonlyArray<Span>): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of secrets) {
    shown += text.slice(end, from) + redacted
    end = to
  }
  return shown + text.slice(end)
}

import { KnownSecrets } from "./KnownSecrets.ts"
import { apart, type Span } from "./texts/Span.ts"
import { textSecrets } from "./texts/textSecrets.ts"
import { argumentSecrets, type ItemSecret, listSecrets } from "./values/listSecrets.ts"
import { memberSecrets } from "./values/memberSecrets.ts"

const redacted = "[redacted]"

/**
 * Shows configuration without the secrets that are written out in it: those of the commands, variables, headers, URLs and
 * bodies of tools and servers. References such as `${env:TOKEN}` and placeholders such as `{token}` stay. A secret that
 * was found in one value is masked in every later one.
 */
export class ConfigurationMask {
  /** The texts that were masked, in the order of their places. */
  readonly secrets: Array<string> = []
  private readonly known = new KnownSecrets(Number.POSITIVE_INFINITY)
  private readonly words = new Map<string, string>()

  /** Makes a mask. `secrets` are texts that are known to be secret. */
  constructor(secrets: ReadonlyArray<string> = []) {
    for (const secret of secrets) this.known.add(secret)
  }

  /** Returns a copy of a value of a configuration without its secrets. */
  value<A>(given: A): A {
    const { length } = this.secrets
    const first = this.copy(given)
    if (this.secrets.length === length) return first
    // A secret was found that may have occurred earlier in the value.
    this.secrets.length = length
    return this.copy(given)
  }

  /** Returns a text of a configuration without its secrets. */
  text(given: string): string {
    return this.without(given, textSecrets(given))
  }

  /** Returns a copy of a value that is no configuration without the secrets of the configuration that it repeats. */
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

  /** Returns a value under the name of a secret: all texts and numbers in it are secrets. */
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

/** The parts of a tool's definition that hold configuration. */
interface ToolParts {
  readonly resources: unknown
  readonly implementations: unknown
}

/** Returns the definition of a tool as it may be shown, without the secrets in what the tool runs and points at. */
export const maskTool = <A extends ToolParts>(tool: A, mask = new ConfigurationMask()): A => {
  const { resources, implementations } = mask.value({
    implementations: tool.implementations,
    resources: tool.resources
  })
  return { ...tool, resources, implementations }
}

/** The members that hold digests of files, which are no secrets. */
const contentName = /^(?:content|scripts|module)$/

/** A digest that stands for a value. Short values can be guessed from it. */
const digest = /(?<=^|=)sha256:[0-9a-f]{64}(?![0-9a-f])/g

const digestsIn = (text: string): ReadonlyArray<Span> =>
  Array.from(text.matchAll(digest), ({ 0: { length }, index }) => ({ from: index, to: index + length }))

/** A reference to a secret, or the place of an argument. */
const reference = /\$\{[a-z_]+:[^{}]*\}|(?<!\{)\{[A-Za-z_][\w-]*\}(?!\})/g

/** Returns the parts of secrets that are written out: those beside references that hold more than a scheme or a name. */
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

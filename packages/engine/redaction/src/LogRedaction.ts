import { KnownSecrets } from "./KnownSecrets.ts"
import { apart, type Span } from "./texts/Span.ts"
import { textSecrets } from "./texts/textSecrets.ts"
import { argumentSecrets, type ItemSecret, listSecrets } from "./values/listSecrets.ts"
import { memberSecrets } from "./values/memberSecrets.ts"

/** The characters of a text that are searched. The rest is not logged. */
const searchedText = 16_384
/** The limits of one logged line: values, characters and nesting. */
const mostValues = 2_000
const mostCharacters = 262_144
const deepest = 12

const redacted = "[redacted]"

/**
 * Redacts one log line. Removes the secrets from the message and the fields, including the messages, stacks and causes
 * of errors. A secret found in one place is removed everywhere in the line.
 */
export class LogRedaction {
  private readonly known = new KnownSecrets()
  private values = mostValues
  private characters = mostCharacters

  /**
   * Returns redacted copies of a line's fields and message. `about` are the arguments of the related calls; their
   * secrets are removed from the line too.
   */
  static line(
    fields: object,
    message: string,
    about: ReadonlyArray<unknown> = []
  ): readonly [fields: object, message: string] {
    const redaction = new LogRedaction()
    for (const args of about) redaction.known.merge(secretsOf(args))
    const before = redaction.known.size
    const first = [redaction.value(fields) as object, redaction.text(message)] as const
    if (redaction.known.size === before) return first
    // A secret found late may also occur earlier, so the line is redacted again.
    redaction.values = mostValues
    redaction.characters = mostCharacters
    return [redaction.value(fields) as object, redaction.text(message)]
  }

  /** Returns the secrets in a value. */
  static secretsIn(value: unknown): KnownSecrets {
    const redaction = new LogRedaction()
    redaction.value(value)
    return redaction.known
  }

  private text(given: string, others: ReadonlyArray<Span> = []): string {
    const searched = given.slice(0, Math.max(0, Math.min(searchedText, this.characters)))
    this.characters -= searched.length
    const found = [...textSecrets(searched), ...others.filter(({ to }) => to <= searched.length)]
    for (const { from, to } of found) this.known.add(searched.slice(from, to))
    this.known.find(searched, found)
    let shown = ""
    let end = 0
    for (const { from, to } of apart(found)) {
      shown += searched.slice(end, from) + redacted
      end = to
    }
    shown += searched.slice(end)
    return searched.length === given.length ? shown : `${shown}… (${given.length - searched.length} more characters)`
  }

  private value(given: unknown, within: ReadonlyArray<unknown> = []): unknown {
    if (typeof given === "string") return this.text(given)
    if (typeof given === "number") return Number.isSafeInteger(given) && given > 1e11 ? this.number(given) : given
    if (typeof given !== "object" || given === null) return typeof given === "function" ? undefined : given
    if (within.includes(given)) return "[circular]"
    if (within.length >= deepest || --this.values < 0) return "[…]"
    try {
      return this.copy(given, [...within, given])
    } catch {
      // A getter or `toJSON` of the value threw.
      return "[unreadable]"
    }
  }

  private number(given: number): unknown {
    return textSecrets(String(given)).length === 0 ? given : redacted
  }

  private copy(given: object, within: ReadonlyArray<unknown>): unknown {
    if (given instanceof Error) return this.error(given, within)
    if (Array.isArray(given)) return this.list(given, within, listSecrets)
    if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer) return `[${given.byteLength} bytes]`
    if (given instanceof Map || given instanceof Set) return this.value([...given], within)
    if ("toJSON" in given && typeof given.toJSON === "function") return this.value(given.toJSON(), within)
    return this.members(given, within)
  }

  private list(
    given: ReadonlyArray<unknown>,
    within: ReadonlyArray<unknown>,
    secretsOf: (items: ReadonlyArray<unknown>) => ReadonlyMap<number, ItemSecret> | undefined
  ): unknown {
    const shown = given.slice(0, Math.max(0, this.values))
    const secrets = secretsOf(shown)
    const copied = shown.map((item, at) => {
      const secret = secrets?.get(at)
      if (secret === "whole") return this.secret(item)
      return typeof item === "string" ? this.text(item, secret) : this.value(item, within)
    })
    return shown.length === given.length ? copied : [...copied, `… (${given.length - shown.length} more items)`]
  }

  private members(given: object, within: ReadonlyArray<unknown>): Record<string, unknown> {
    const copied: Record<string, unknown> = {}
    const all = Object.entries(given)
    const named = Object.fromEntries(all)
    const isSecret = memberSecrets(named)
    for (const [name, value] of all.slice(0, Math.max(0, this.values))) {
      const member = isSecret(name)
        ? this.secret(value)
        : Array.isArray(value) && !within.includes(value)
          ? this.list(value, [...within, value], (items) => argumentSecrets(named, name, items))
          : this.value(value, within)
      Object.defineProperty(copied, this.text(name), {
        value: member,
        enumerable: true,
        writable: true,
        configurable: true
      })
    }
    return copied
  }

  private secret(given: unknown): unknown {
    if (given === undefined || given === null || typeof given === "boolean" || given === "") return given
    this.known.addAll(given)
    return redacted
  }

  /** Returns a redacted copy of an error that loggers print like the original. */
  private error(given: Error, within: ReadonlyArray<unknown>): Error {
    const copied = new Error(this.text(String(given.message)))
    const rest = this.members(given, within)
    Object.defineProperties(copied, Object.getOwnPropertyDescriptors(rest))
    const hidden = (name: string, value: unknown) =>
      Object.defineProperty(copied, name, { value, enumerable: false, writable: true, configurable: true })
    hidden("message", this.text(String(given.message)))
    hidden("name", String(given.name))
    hidden("constructor", given.constructor)
    hidden("stack", typeof given.stack === "string" ? this.text(given.stack) : undefined)
    if (given.cause !== undefined) hidden("cause", this.value(given.cause, within))
    if (given instanceof AggregateError) hidden("errors", this.value(given.errors, within))
    return copied
  }
}

/** A cache of the secrets in arguments, because a call may log many lines. */
const shown = new WeakMap<object, KnownSecrets>()

const secretsOf = (args: unknown): KnownSecrets => {
  if (typeof args !== "object" || args === null) return LogRedaction.secretsIn(args)
  const before = shown.get(args)
  if (before !== undefined) return before
  const found = LogRedaction.secretsIn(args)
  shown.set(args, found)
  return found
}

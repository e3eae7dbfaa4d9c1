import type { Args, Json, ToolOutput } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import {
  argumentSecrets,
  type ItemSecret,
  KnownSecrets,
  listSecrets,
  memberSecrets,
  type Span
} from "@toolgate/redaction"
import { isHarmless, secretsIn, withoutSecrets } from "./redactText.ts"

/** The part of a value that may still be recorded, counted down: values, and UTF-16 code units. */
interface Room {
  values: number
  characters: number
}

/**
 * The beginning of a text without its secrets, the length of the text that it covers, and whether the whole text is one
 * secret.
 */
interface Shown {
  readonly text: string
  readonly end: number
  readonly isSecret: boolean
}

/** The most characters of a name that are shown. */
const shownLine = 256
/** The most characters of a text that are shown. */
const shownText = 4096
/**
 * The most secrets of a text that are shown as digests, because a digest takes more room than most secrets. The text is
 * cut after them.
 */
const mostShown = 16
/**
 * The most characters of a text that are searched. Longer than the part that is shown, so that a secret that begins in
 * that part is found whole.
 */
const searchedText = 16_384
/**
 * The most characters that are searched over all texts of one value. A text that is not searched is not shown either.
 */
const searchedInAll = 262_144

/**
 * A redaction of everything that is recorded of one call. A text that is found to be a secret in one place is removed
 * everywhere: from the call's resources, and from the message of the error that ends the call.
 */
export class CallRedaction {
  private readonly key: SecretKey
  private known = new KnownSecrets()
  private keepsPlain = false
  private argsDigests: Map<Args, string> | undefined = undefined
  /** The number of characters that may still be searched in the value that is being copied. */
  private unsearched = searchedInAll

  constructor(key: SecretKey) {
    this.key = key
  }

  /** Whether no secret of the call was found so far. */
  get knowsNone(): boolean {
    return this.known.size === 0
  }

  /** Returns a text without its secrets, cut after `most` characters. */
  line(text: string, most = shownLine): string {
    const shown = this.shown(text, most)
    return shown.end === text.length ? shown.text : `${shown.text}…`
  }

  /**
   * Returns a text like `line`, as JSON. Cached, for texts that repeat with every call, such as the name of a tool or a
   * rule.
   */
  nameAsJson(name: string): string {
    const kept = this.known.size === 0 ? harmlessNames.get(name) : undefined
    if (kept !== undefined) return kept
    const shown = this.line(name)
    const json = JSON.stringify(shown)
    if (shown === name) {
      if (harmlessNames.size >= keptNames) harmlessNames.clear()
      harmlessNames.set(name, json)
    }
    return json
  }

  /** Returns a text like `line`, as JSON. Not cached, for texts that differ with every call. */
  idAsJson(id: string): string {
    const isWhole = id.length <= shownLine && this.known.size === 0 && isHarmless(id)
    return JSON.stringify(isWhole ? id : this.line(id))
  }

  /** Returns a copy of a value without its secrets. The value may have any size. */
  value(given: Json, room: Room): Json {
    const before = this.known.size
    const { values, characters } = room
    this.unsearched = searchedInAll
    const copied = this.copy(given, room)
    if (this.known.size === before) return copied
    // A secret was found that may have occurred earlier in the value, so the value is copied again.
    room.values = values
    room.characters = characters
    this.unsearched = searchedInAll
    return this.copy(given, room)
  }

  /**
   * Returns a copy of a call's resources without secrets. In resources, a path, a host or a plain word stays even if it
   * is a secret elsewhere. Otherwise a call could hide its target by also calling it a password.
   */
  target(given: Json, room: Room): Json {
    const all = this.known
    this.keepsPlain = true
    this.known = all.only((text) => !plain.test(text))
    const copied = this.value(given, room)
    this.keepsPlain = false
    this.known.merge(all)
    return copied
  }

  /** Returns a digest of all of the arguments. Computed once, because the arguments may be large. */
  digestOfAll(args: Args): string {
    this.argsDigests ??= new Map()
    const known = this.argsDigests.get(args) ?? this.key.digest(JSON.stringify(args))
    this.argsDigests.set(args, known)
    return known
  }

  /** Returns a digest of what a call answered, or `undefined` if JSON cannot express it. */
  digestOfResult(output: ToolOutput): string | undefined {
    try {
      return this.key.digest(JSON.stringify(output))
    } catch {
      return undefined
    }
  }

  private copy(given: Json, room: Room): Json {
    room.values--
    if (typeof given === "string") return this.text(given, room)
    if (typeof given === "number") return this.number(given)
    if (typeof given !== "object" || given === null) return given
    return Array.isArray(given)
      ? this.list(given, listSecrets(given), room)
      : this.object(given as { readonly [name: string]: Json }, room)
  }

  /** Returns a number as it is, or a digest if the number is a secret, such as the number of a payment card. */
  private number(given: number): Json {
    if (given < 1e11 || !Number.isSafeInteger(given)) return given
    return this.shown(String(given), 64).isSecret
      ? { redacted: "pattern", digest: this.key.digest(String(given)) }
      : given
  }

  private text(text: string, room: Room, others?: ReadonlyArray<Span>): Json {
    const most = Math.min(shownText, Math.max(0, room.characters), Math.max(0, this.unsearched))
    const shown = this.shown(text, most, others)
    room.characters -= shown.text.length
    if (shown.isSecret) return { redacted: "pattern", digest: this.key.digest(text) }
    if (shown.end === text.length) return shown.text
    return { cut: shown.text, length: text.length, digest: this.key.digest(text) }
  }

  private list(given: ReadonlyArray<Json>, secrets: ReadonlyMap<number, ItemSecret> | undefined, room: Room): Json {
    const copied: Array<Json> = []
    for (const [index, item] of given.entries()) {
      if (this.isFull(room)) return [...copied, { cut: { items: given.length - index } }]
      copied.push(this.item(item, secrets?.get(index), room))
    }
    return copied
  }

  private item(item: Json, secret: ItemSecret | undefined, room: Room): Json {
    if (secret === "whole") return this.secret(item, room)
    if (secret === undefined || typeof item !== "string") return this.copy(item, room)
    room.values--
    return this.text(item, room, secret)
  }

  private object(given: { readonly [name: string]: Json }, room: Room): Json {
    const copied: Record<string, Json> = {}
    const names = Object.keys(given)
    const isSecret = memberSecrets(given)
    for (const [index, name] of names.entries()) {
      if (this.isFull(room)) {
        copied.cut = { members: names.length - index }
        break
      }
      const value = given[name] as Json
      room.characters -= Math.min(name.length, 256)
      const member = isSecret(name) ? this.secret(value, room) : this.member(given, name, value, room)
      const shown = this.name(name)
      // An ordinary assignment to this name would change the copy's prototype.
      if (shown === "__proto__") Object.defineProperty(copied, shown, { value: member, enumerable: true })
      else copied[shown] = member
    }
    return copied
  }

  private member(given: { readonly [name: string]: Json }, name: string, value: Json, room: Room): Json {
    if (!Array.isArray(value)) return this.copy(value, room)
    room.values--
    return this.list(value, argumentSecrets(given, name, value), room)
  }

  /**
   * Returns the name of a member. A name that the redaction itself writes gets an underscore, so that the two can be
   * told apart.
   */
  private name(name: string): string {
    const shown = this.line(name)
    return reservedNames.test(shown) ? `_${shown}` : shown
  }

  private secret(given: Json, room: Room): Json {
    if (given === null || typeof given === "boolean" || given === "") return given
    room.values--
    room.characters -= 100
    this.remember(given)
    return { redacted: "key", digest: this.key.digest(typeof given === "string" ? given : JSON.stringify(given)) }
  }

  private remember(secret: Json): void {
    const found = new KnownSecrets()
    found.addAll(secret)
    this.known.merge(this.keepsPlain ? found.only((text) => !plain.test(text)) : found)
  }

  private shown(text: string, most: number, others: ReadonlyArray<Span> = none): Shown {
    const searched = text.length > searchedText ? text.slice(0, searchedText) : text
    this.unsearched -= searched.length
    const secrets = secretsIn(searched, this.known, others)
    if (secrets.length === 0 && text.length <= most)
      return { text: text.isWellFormed() ? text : text.toWellFormed(), end: text.length, isSecret: false }
    for (const { from, to } of secrets) this.remember(searched.slice(from, to))
    const within = secrets.filter(({ from }, index) => from < most && index < mostShown)
    const last = within.at(-1)?.to ?? 0
    const end = within.length === mostShown ? last : Math.max(Math.min(most, text.length), last)
    const shown = withoutSecrets(searched.slice(0, end), within, this.key)
    const isSecret = within[0]?.from === 0 && within[0].to === text.length
    return { text: shown.toWellFormed(), end, isSecret }
  }

  private isFull({ values, characters }: Room): boolean {
    return values <= 0 || characters <= 0 || this.unsearched <= 0
  }
}

const none: ReadonlyArray<Span> = []

/** A cache of names without secrets, each as JSON. */
const harmlessNames = new Map<string, string>()
const keptNames = 256

const plain = /^(?:[~.]{0,2}\/.*|[A-Za-z_-]+|[\w-]+(?:\.[\w-]+)+)$/s

const reservedNames = /^_*(?:redacted|cut)$/

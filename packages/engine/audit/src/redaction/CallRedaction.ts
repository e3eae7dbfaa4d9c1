import type { Args, Json } from "@toolgate/core"
import {
  argumentSecrets,
  type ItemSecret,
  KnownSecrets,
  listSecrets,
  memberSecrets,
  type Span
} from "@toolgate/redaction"
import type { DigestKey } from "./DigestKey.ts"
import { isHarmless, secretsIn, withoutSecrets } from "./redactText.ts"

/** How much of a value is put on record; counted down. */
interface Room {
  values: number
  /** UTF-16 code units. */
  characters: number
}

/** The beginning of a text without its secrets, how far into the text it reaches, and whether all of it is one secret. */
interface Shown {
  readonly text: string
  readonly end: number
  readonly isSecret: boolean
}

/** How much of a name is shown. */
const shownLine = 256
/** How much of one text is shown. */
const shownText = 4096
/** A digest takes more room than most secrets: after so many of them a text is cut. */
const mostShown = 16
/** How much of it is searched: what begins in the part that is shown is found as a whole. */
const searchedText = 16_384
/** How much of the texts of one value is searched, counted: what is not is not shown either. */
const searchedInAll = 262_144

/**
 * Takes the secrets out of what is recorded of one call. What is found to be one anywhere is one everywhere: in the call's
 * resources, and in the message of the error that ends it.
 */
export class CallRedaction {
  private readonly key: DigestKey
  private known = new KnownSecrets()
  private keepsPlain = false
  private wholeDigest: string | undefined = undefined
  /** Characters that may still be searched of the value that is being copied. */
  private unsearched = searchedInAll

  constructor(key: DigestKey) {
    this.key = key
  }

  /** Whether nothing of the call was found to be a secret so far. */
  get knowsNone(): boolean {
    return this.known.size === 0
  }

  /** A text of whatever length as a text, cut. */
  line(text: string, most = shownLine): string {
    const shown = this.shown(text, most)
    return shown.end === text.length ? shown.text : `${shown.text}…`
  }

  /** Like `line`, as JSON; for what comes again with every call, such as the name of a tool or a rule. */
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

  /** Like `line`, as JSON; for what is another one in every call. */
  idAsJson(id: string): string {
    const isWhole = id.length <= shownLine && this.known.size === 0 && isHarmless(id)
    return JSON.stringify(isWhole ? id : this.line(id))
  }

  /** A copy without secrets, of a value that may be of any size. */
  value(given: Json, room: Room): Json {
    const before = this.known.size
    const { values, characters } = room
    this.unsearched = searchedInAll
    const copied = this.copy(given, room)
    if (this.known.size === before) return copied
    // A secret was found that may have come up before.
    room.values = values
    room.characters = characters
    this.unsearched = searchedInAll
    return this.copy(given, room)
  }

  /**
   * The same for what a call points at. There a path, a host and a plain word are left, even if they stand elsewhere as a
   * secret: else a call could hide its target by also calling it its password.
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

  /** Of all arguments of the call; made once, because they may be large. */
  digestOfAll(args: Args): string {
    this.wholeDigest ??= this.key.digest(JSON.stringify(args))
    return this.wholeDigest
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

  /** The number of a card, given as a number. */
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
      // Assigned, this one name would change the copy's prototype instead.
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

  /** What is written by us is told from what was given under the same name. */
  private name(name: string): string {
    const shown = this.line(name)
    return ours.test(shown) ? `_${shown}` : shown
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

/** Names without secrets, each as JSON. */
const harmlessNames = new Map<string, string>()
const keptNames = 256

const plain = /^(?:[~.]{0,2}\/.*|[A-Za-z_-]+|[\w-]+(?:\.[\w-]+)+)$/s

const ours = /^_*(?:redacted|cut)$/

import type { Args, Json } from "@toolgate/core"
import type { DigestKey } from "./DigestKey.ts"
import { introduces, isNamedSecret, isSecretMember } from "./introducesSecret.ts"
import { secretsIn, withoutSecrets } from "./redactText.ts"

/** How much of a value is put on record; counted down. */
export interface Room {
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

/** How much of one text is shown. */
const shownText = 4096
/** A digest takes more room than most secrets: after so many of them a text is cut. */
const mostShown = 16
/** How much of it is searched: what begins in the part that is shown is found as a whole. */
const searchedText = 16_384
/** A shorter one is a word that also occurs elsewhere. */
const shortestLiteral = 6
/** Each is looked for in every text of the call. */
const mostLiterals = 32

/**
 * Takes the secrets out of what is recorded of one call. What is found to be one anywhere is one everywhere: in the call's
 * resources, and in the message of the error that ends it.
 */
export class CallRedaction {
  private readonly key: DigestKey
  private literals: Set<string> | undefined = undefined
  private keepsPlain = false
  private wholeDigest: string | undefined = undefined

  constructor(key: DigestKey) {
    this.key = key
  }

  /** A text of whatever length as a text, cut. */
  line(text: string, most = 256): string {
    const shown = this.shown(text, most)
    return shown.end === text.length ? shown.text : `${shown.text}…`
  }

  /** A copy without secrets, of a value that may be of any size. */
  value(given: Json, room: Room): Json {
    const before = this.literals?.size ?? 0
    const start = { ...room }
    const copied = this.copy(given, room)
    if ((this.literals?.size ?? 0) === before) return copied
    // A secret was found that may have come up before.
    Object.assign(room, start)
    return this.copy(given, room)
  }

  /**
   * The same for what a call points at. There a path, a host and a plain word are left, even if they stand elsewhere as a
   * secret: else a call could hide its target by also calling it its password.
   */
  target(given: Json, room: Room): Json {
    const all = this.literals
    this.keepsPlain = true
    this.literals = all === undefined ? undefined : new Set([...all].filter((literal) => !plain.test(literal)))
    const copied = this.value(given, room)
    this.keepsPlain = false
    for (const literal of all ?? []) this.rememberText(literal)
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
    if (typeof given !== "object" || given === null) return given
    return Array.isArray(given) ? this.list(given, room) : this.object(given as { readonly [name: string]: Json }, room)
  }

  private text(text: string, room: Room): Json {
    const shown = this.shown(text, Math.min(shownText, Math.max(0, room.characters)))
    room.characters -= shown.text.length
    if (shown.isSecret) return { redacted: "pattern", digest: this.key.digest(text) }
    if (shown.end === text.length) return shown.text
    return { cut: shown.text, length: text.length, digest: this.key.digest(text) }
  }

  private list(given: ReadonlyArray<Json>, room: Room): Json {
    const copied: Array<Json> = []
    for (const [index, item] of given.entries()) {
      if (isFull(room)) return [...copied, { cut: { items: given.length - index } }]
      copied.push(introduces(given, index) ? this.secret(item, room) : this.copy(item, room))
    }
    return copied
  }

  private object(given: { readonly [name: string]: Json }, room: Room): Json {
    const copied: Record<string, Json> = {}
    const names = Object.keys(given)
    const namedSecret = isNamedSecret(given)
    for (const [index, name] of names.entries()) {
      if (isFull(room)) {
        copied.cut = { members: names.length - index }
        break
      }
      const value = given[name] as Json
      room.characters -= Math.min(name.length, 256)
      const isSecret = isSecretMember(name) || (namedSecret && (name === "value" || name === "Value"))
      const member = isSecret ? this.secret(value, room) : this.copy(value, room)
      const shown = this.name(name)
      // Assigned, this one name would change the copy's prototype instead.
      if (shown === "__proto__") Object.defineProperty(copied, shown, { value: member, enumerable: true })
      else copied[shown] = member
    }
    return copied
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
    if (typeof secret === "object" && secret !== null) for (const part of Object.values(secret)) this.remember(part)
    else if (typeof secret === "string" || typeof secret === "number") this.rememberText(String(secret))
  }

  private rememberText(text: string): void {
    if (text.length < shortestLiteral || text.length > searchedText) return
    if (this.keepsPlain && plain.test(text)) return
    this.literals ??= new Set()
    if (this.literals.size < mostLiterals) this.literals.add(text)
  }

  private shown(text: string, most: number): Shown {
    const searched = text.length > searchedText ? text.slice(0, searchedText) : text
    const secrets = secretsIn(searched, this.literals, most)
    if (secrets.length === 0 && text.length <= most)
      return { text: text.isWellFormed() ? text : text.toWellFormed(), end: text.length, isSecret: false }
    for (const { from, to } of secrets) this.rememberText(searched.slice(from, to))
    const within = secrets.filter(({ from }, index) => from < most && index < mostShown)
    const last = within.at(-1)?.to ?? 0
    const end = within.length === mostShown ? last : Math.max(Math.min(most, text.length), last)
    const shown = withoutSecrets(searched.slice(0, end), within, this.key)
    const isSecret = within[0]?.from === 0 && within[0].to === text.length
    return { text: shown.toWellFormed(), end, isSecret }
  }
}

const isFull = ({ values, characters }: Room): boolean => values <= 0 || characters <= 0

const plain = /^(?:[~.]{0,2}\/.*|[A-Za-z_-]+|[\w-]+(?:\.[\w-]+)+)$/s

const ours = /^_*(?:redacted|cut)$/

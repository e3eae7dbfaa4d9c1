import type { Json } from "@toolgate/core"
import { argumentSecrets, type ItemSecret, listSecrets, memberSecrets, type Span } from "@toolgate/redaction"
import type { CallSecrets } from "./CallSecrets.ts"

/** The remaining room for a value, counted down: values, and UTF-16 code units. */
export interface Room {
  values: number
  characters: number
}

/** The length limit of a recorded text, in characters. */
const shownText = 4096

/** Returns a redacted copy of a value, cut where the room runs out. The value may have any size. */
export const copyRedacted = (given: Json, room: Room, secrets: CallSecrets): Json => {
  room.values--
  if (typeof given === "string") return textOf(given, room, secrets)
  if (typeof given === "number") return numberOf(given, secrets)
  if (typeof given !== "object" || given === null) return given
  return Array.isArray(given)
    ? listOf(given, listSecrets(given), room, secrets)
    : objectOf(given as { readonly [name: string]: Json }, room, secrets)
}

/** Returns a number unchanged, or its digest if the number is a secret, such as a card number. */
const numberOf = (given: number, secrets: CallSecrets): Json => {
  if (given < 1e11 || !Number.isSafeInteger(given)) return given
  return secrets.shown(String(given), 64).isSecret
    ? { redacted: "pattern", digest: secrets.key.digest(String(given)) }
    : given
}

const textOf = (text: string, room: Room, secrets: CallSecrets, others?: ReadonlyArray<Span>): Json => {
  const most = Math.min(shownText, Math.max(0, room.characters), Math.max(0, secrets.unsearched))
  const shown = secrets.shown(text, most, others)
  room.characters -= shown.text.length
  if (shown.isSecret) return { redacted: "pattern", digest: secrets.key.digest(text) }
  if (shown.end === text.length) return shown.text
  return { cut: shown.text, length: text.length, digest: secrets.key.digest(text) }
}

const listOf = (
  given: ReadonlyArray<Json>,
  found: ReadonlyMap<number, ItemSecret> | undefined,
  room: Room,
  secrets: CallSecrets
): Json => {
  const copied: Array<Json> = []
  for (const [index, item] of given.entries()) {
    if (isFull(room, secrets)) return [...copied, { cut: { items: given.length - index } }]
    copied.push(itemOf(item, found?.get(index), room, secrets))
  }
  return copied
}

const itemOf = (item: Json, secret: ItemSecret | undefined, room: Room, secrets: CallSecrets): Json => {
  if (secret === "whole") return digestOf(item, room, secrets)
  if (secret === undefined || typeof item !== "string") return copyRedacted(item, room, secrets)
  room.values--
  return textOf(item, room, secrets, secret)
}

const objectOf = (given: { readonly [name: string]: Json }, room: Room, secrets: CallSecrets): Json => {
  const copied: Record<string, Json> = {}
  const names = Object.keys(given)
  const isSecret = memberSecrets(given)
  for (const [index, name] of names.entries()) {
    if (isFull(room, secrets)) {
      copied.cut = { members: names.length - index }
      break
    }
    const value = given[name] as Json
    room.characters -= Math.min(name.length, 256)
    const member = isSecret(name) ? digestOf(value, room, secrets) : memberOf(given, name, value, room, secrets)
    const shown = nameOf(name, secrets)
    // A plain assignment would change the copy's prototype.
    if (shown === "__proto__") Object.defineProperty(copied, shown, { value: member, enumerable: true })
    else copied[shown] = member
  }
  return copied
}

const memberOf = (
  given: { readonly [name: string]: Json },
  name: string,
  value: Json,
  room: Room,
  secrets: CallSecrets
): Json => {
  if (!Array.isArray(value)) return copyRedacted(value, room, secrets)
  room.values--
  return listOf(value, argumentSecrets(given, name, value), room, secrets)
}

/** Returns a redacted member name. Prefixes names that the redaction itself uses with an underscore. */
const nameOf = (name: string, secrets: CallSecrets): string => {
  const shown = secrets.line(name)
  return reservedNames.test(shown) ? `_${shown}` : shown
}

/** Replaces a secret value with its digest. */
const digestOf = (given: Json, room: Room, secrets: CallSecrets): Json => {
  if (given === null || typeof given === "boolean" || given === "") return given
  room.values--
  room.characters -= 100
  secrets.remember(given)
  return { redacted: "key", digest: secrets.key.digest(typeof given === "string" ? given : JSON.stringify(given)) }
}

const isFull = ({ values, characters }: Room, { unsearched }: CallSecrets): boolean =>
  values <= 0 || characters <= 0 || unsearched <= 0

const reservedNames = /^_*(?:redacted|cut)$/

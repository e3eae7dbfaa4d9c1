import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual
} from "node:crypto"

/** The minimum length of a key in bytes. */
export const leastBytes = 32

/** Returns the bytes of a key, for the key file only. */
export let bytesOf: (key: SecretKey) => Uint8Array

const version = "v1."
const saltBytes = 12
const nonceBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"

/**
 * A secret key for keyed digests, authentication codes and sealed texts. Its bytes are never printed or serialised.
 * Throws for fewer than 32 bytes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 *
 * const key = new SecretKey(randomBytes(32))
 * const sealed = key.seal("rm -r build", ["request", "8f14"])
 * assert.equal(key.open(sealed, ["request", "8f14"]), "rm -r build")
 * // The text was sealed for another request.
 * assert.equal(key.open(sealed, ["request", "8f15"]), undefined)
 * ```
 */
export class SecretKey {
  readonly #key: KeyObject

  constructor(bytes: Uint8Array) {
    if (bytes.length < leastBytes) throw new RangeError(`A key must have at least ${leastBytes} bytes.`)
    this.#key = createSecretKey(bytes)
  }

  static {
    bytesOf = (key) => key.#key.export()
  }

  /** The id of the key. It reveals nothing about the key. */
  get id(): string {
    // This text must not change: existing logs name their key by the resulting id.
    return this.digest("@toolgate/audit key").slice(-16)
  }

  /**
   * Returns the keyed digest of a text. Equal texts have equal digests, and only the holder of the key can test
   * guesses.
   */
  digest(text: string): string {
    return `hmac-sha256:${createHmac("sha256", this.#key).update(text).digest("hex")}`
  }

  /**
   * Returns the authentication code of a text. Each purpose has a separate subkey, so a code for one purpose is invalid
   * for every other.
   */
  mac(purpose: string, text: string): string {
    return createHmac("sha256", this.subkey(`mac ${purpose}`))
      .update(exactly(text))
      .digest("base64url")
  }

  /** Whether a code authenticates a text. Compares in constant time. */
  verify(purpose: string, text: string, mac: string): boolean {
    const [given, right] = [Buffer.from(mac), Buffer.from(this.mac(purpose, text))]
    return given.length === right.length && timingSafeEqual(given, right)
  }

  /**
   * Encrypts and authenticates a text. `open` needs the same associated strings, which say what the text belongs to and
   * are not part of the result. The first string names the kind of text.
   */
  seal(text: string, associated: ReadonlyArray<string>): string {
    const random = randomBytes(saltBytes + nonceBytes)
    const sealing = createCipheriv(cipher, this.sealingKey(random), random.subarray(saltBytes))
    sealing.setAAD(exactly(associated))
    const encrypted = [sealing.update(exactly(text)), sealing.final()]
    return version + Buffer.concat([random, ...encrypted, sealing.getAuthTag()]).toString("base64url")
  }

  /** Returns the sealed text, or `undefined` if the key or the associated strings differ or the data was changed. */
  open(sealed: string, associated: ReadonlyArray<string>): string | undefined {
    if (!sealed.startsWith(version)) return undefined
    const bytes = Buffer.from(sealed.slice(version.length), "base64url")
    // The decoder skips invalid characters.
    if (bytes.toString("base64url") !== sealed.slice(version.length)) return undefined
    if (bytes.length < saltBytes + nonceBytes + tagBytes) return undefined
    const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes)
    const opening = createDecipheriv(cipher, this.sealingKey(bytes), nonce, { authTagLength: tagBytes })
    opening.setAAD(exactly(associated))
    opening.setAuthTag(bytes.subarray(-tagBytes))
    const decrypted = opening.update(bytes.subarray(saltBytes + nonceBytes, -tagBytes))
    try {
      return JSON.parse(Buffer.concat([decrypted, opening.final()]).toString())
    } catch {
      return undefined
    }
  }

  /**
   * Returns the key for one text. Each text has a separate key, because a random nonce is safe only for some billions
   * of texts per key.
   */
  private sealingKey(random: Uint8Array): KeyObject {
    return this.subkey(`seal ${version}`, random.subarray(0, saltBytes))
  }

  private subkey(purpose: string, salt: Uint8Array = noSalt): KeyObject {
    return createSecretKey(new Uint8Array(hkdfSync("sha256", this.#key, salt, `@toolgate/keys ${purpose}`, 32)))
  }
}

const noSalt = new Uint8Array(0)

/** Encodes a string or a list of strings unambiguously, including ill-formed texts and differently split lists. */
const exactly = (value: string | ReadonlyArray<string>): Buffer => Buffer.from(JSON.stringify(value))

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

/** The fewest bytes of a key. */
export const leastBytes = 32

/** Returns the bytes of a key, for the file that keeps the key. */
export let bytesOf: (key: SecretKey) => Uint8Array

const version = "v1."
const saltBytes = 12
const nonceBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"

/**
 * A secret key, and what it can do: digests that only its holder can compute, authentication codes, and sealed texts.
 * The key's bytes are never printed or serialised. Throws for fewer than 32 bytes.
 *
 * ```ts
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 *
 * const key = new SecretKey(randomBytes(32))
 * const sealed = key.seal("rm -r build", ["request", "8f14"])
 * console.log(key.open(sealed, ["request", "8f14"])) // rm -r build
 * console.log(key.open(sealed, ["request", "8f15"])) // undefined
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

  /** The id of the key, which tells it from other keys and reveals nothing of it. */
  get id(): string {
    // The text is older than this package. Logs name their key by the id that follows from it.
    return this.digest("@toolgate/audit key").slice(-16)
  }

  /** Returns the digest of a text. Equal texts have equal digests, and only the key's holder can try out texts. */
  digest(text: string): string {
    return `hmac-sha256:${createHmac("sha256", this.#key).update(text).digest("hex")}`
  }

  /**
   * Returns the authentication code of a text. Each purpose has a key of its own, so that a code made for one purpose is
   * worth nothing for another.
   */
  mac(purpose: string, text: string): string {
    return createHmac("sha256", this.subkey(`mac ${purpose}`))
      .update(exactly(text))
      .digest("base64url")
  }

  /** Whether a code is the authentication code of a text. How long the answer takes says nothing about the right code. */
  verify(purpose: string, text: string, mac: string): boolean {
    const [given, right] = [Buffer.from(mac), Buffer.from(this.mac(purpose, text))]
    return given.length === right.length && timingSafeEqual(given, right)
  }

  /**
   * Returns a text encrypted and authenticated. `open` returns the text only for the same associated strings, which are
   * not part of the result: what the text belongs to, beginning with what kind of text it is.
   */
  seal(text: string, associated: ReadonlyArray<string>): string {
    const random = randomBytes(saltBytes + nonceBytes)
    const sealing = createCipheriv(cipher, this.sealingKey(random), random.subarray(saltBytes))
    sealing.setAAD(exactly(associated))
    const encrypted = [sealing.update(exactly(text)), sealing.final()]
    return version + Buffer.concat([random, ...encrypted, sealing.getAuthTag()]).toString("base64url")
  }

  /**
   * Returns the text that was sealed, or `undefined` if the text was sealed with another key or for other associated
   * strings, or if anything was changed.
   */
  open(sealed: string, associated: ReadonlyArray<string>): string | undefined {
    if (!sealed.startsWith(version)) return undefined
    const bytes = Buffer.from(sealed.slice(version.length), "base64url")
    // The decoding passes over characters that do not belong there.
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

  /** Each text is sealed with a key of its own: a random nonce alone is safe for only some billions of texts. */
  private sealingKey(random: Uint8Array): KeyObject {
    return this.subkey(`seal ${version}`, random.subarray(0, saltBytes))
  }

  private subkey(purpose: string, salt: Uint8Array = noSalt): KeyObject {
    return createSecretKey(new Uint8Array(hkdfSync("sha256", this.#key, salt, `@toolgate/keys ${purpose}`, 32)))
  }
}

const noSalt = new Uint8Array(0)

/**
 * Returns the bytes of a text or of a list of texts. Different values have different bytes, even where a text is not
 * well-formed, and however a list is divided into texts.
 */
const exactly = (value: string | ReadonlyArray<string>): Buffer => Buffer.from(JSON.stringify(value))

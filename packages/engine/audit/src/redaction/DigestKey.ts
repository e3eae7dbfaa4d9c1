import { createHmac } from "node:crypto"

/**
 * The key of the digests that stand for secrets. With the key, the secret behind a digest can be recognised; without
 * the key, it cannot.
 */
export class DigestKey {
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Returns the digest of a text. Equal texts have equal digests. */
  digest(text: string): string {
    return `hmac-sha256:${createHmac("sha256", this.bytes).update(text).digest("hex")}`
  }

  /** The id of the key, which tells it from other keys and reveals nothing of it. */
  get id(): string {
    return this.digest("@toolgate/audit key").slice(-16)
  }
}

import { createHmac } from "node:crypto"

/** The key of the digests that stand for what was redacted: whoever has it can tell what a digest is of, and nobody else. */
export class DigestKey {
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Equal texts have equal digests. */
  digest(text: string): string {
    return `hmac-sha256:${createHmac("sha256", this.bytes).update(text).digest("hex")}`
  }

  /** Tells one key from another, and nothing of either. */
  get id(): string {
    return this.digest("@toolgate/audit key").slice(-16)
  }
}

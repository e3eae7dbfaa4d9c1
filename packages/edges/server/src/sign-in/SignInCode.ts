import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** A code that opens one browser session. A new code takes the place of the last one. */
export class SignInCode {
  private current: { readonly digest: Buffer; readonly until: number } | undefined = undefined
  private wrong = 0

  /** Makes a code for ten minutes and one use. */
  renew(): string {
    const code = randomBytes(16).toString("base64url")
    this.current = { digest: digest(code), until: Date.now() + codeMs }
    this.wrong = 0
    return code
  }

  /**
   * Takes the code if it is the right one, so that no other request can use it. Returns the function that gives it back,
   * for when no session could be opened, or `undefined`.
   */
  take(code: string): (() => void) | undefined {
    const { current } = this
    if (current === undefined || Date.now() >= current.until) return undefined
    if (!timingSafeEqual(digest(code), current.digest)) {
      this.wrong += 1
      if (this.wrong >= mostWrong) this.current = undefined
      return undefined
    }
    this.current = undefined
    return () => {
      this.current ??= current
    }
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

const codeMs = 600_000

const mostWrong = 100

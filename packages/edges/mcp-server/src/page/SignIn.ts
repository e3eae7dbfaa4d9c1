import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/**
 * The signing in of people on one page. A person enters the page's code once for each browser, and the page gives the browser a
 * token, which each later request has to have. The token is in the page and in no cookie: cookies are sent to every port
 * of a host, and to whoever listens there.
 */
export class SignIn {
  /** The token of whoever has entered the code, for as long as the page is open. */
  readonly token = randomBytes(32).toString("base64url")
  private readonly code: string
  private wrong = 0

  constructor(code: string) {
    this.code = plainCode(code)
    if (this.code.length < 8) throw new TypeError("The code of a page has to have at least eight letters and digits.")
  }

  /** Whether no more codes are taken, because too many were wrong. */
  get isClosed(): boolean {
    return this.wrong >= mostWrong
  }

  /** Returns whether a code is the page's. Case, dashes and blanks are nothing to it, nor is `O` for `0`, or `I` or `L` for `1`. */
  enter(code: string): boolean {
    if (this.isClosed) return false
    if (isEqual(plainCode(code), this.code)) return true
    this.wrong += 1
    return false
  }

  /** Whether a token is the page's. */
  isToken(token: string): boolean {
    return isEqual(token, this.token)
  }
}

/** The wrong codes that a page takes. Of the shortest codes, so many guesses are one of ten thousand million. */
const mostWrong = 100

const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")

const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

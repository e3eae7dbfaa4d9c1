import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/**
 * The sign-in for one page. A person enters the code once per browser and the page returns a token for later requests.
 * The token is stored in the page instead of a cookie, because browsers send cookies to every port of a host.
 */
export class SignIn {
  /** The token of a signed-in browser, valid while the page is open. */
  readonly token = randomBytes(32).toString("base64url")
  private readonly code: string
  private wrong = 0

  constructor(code: string) {
    this.code = plainCode(code)
    if (this.code.length < 8) throw new TypeError("The code of a page must have at least eight letters and digits.")
  }

  /** Whether codes are refused after too many wrong ones. */
  get isClosed(): boolean {
    return this.wrong >= mostWrong
  }

  /** Checks a code. Ignores case, dashes and blanks, and reads `O` as `0`, and `I` and `L` as `1`. */
  enter(code: string): boolean {
    if (this.isClosed) return false
    if (isEqual(plainCode(code), this.code)) return true
    this.wrong += 1
    return false
  }

  /** Checks a token. */
  isToken(token: string): boolean {
    return isEqual(token, this.token)
  }
}

/** The limit for wrong codes. With the shortest codes, 100 guesses cover one in ten thousand million. */
const mostWrong = 100

const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")

const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

import type { Span } from "../texts/Span.ts"
import { looksRandom } from "./looksRandom.ts"
import { PublicFrames } from "./PublicFrames.ts"

/**
 * The lengths of the lines of a private key in base64.
 *
 * Source: RFC 7468, section 2 (64 characters); OpenSSH, PROTOCOL.key (70 characters)
 */
const widths = [64, 70]

/** A line of base64, possibly with the punctuation of source code or lists around it. */
const line = /(?:(?<![A-Za-z0-9+/=_-])|(?<=(?:^|\n)[-+>]))[A-Za-z0-9+/]{64}(?:[A-Za-z0-9+/]{6})?(?![A-Za-z0-9+/=_-])/g
/** The separators between two lines of one key: line ends, escapes, and the punctuation of source code. */
const between = /^(?:\\r|\\n|[\s"'`+,\\]|\n(?:[-+>|]|\s{0,8}\d{1,6}[:.|)]?\s))+$/
const rest = /^(?:(?:\\r|\\n|[\s"'`+,\\]){1,24})([A-Za-z0-9+/]{4,69}={0,2})(?![A-Za-z0-9+/=])/
/** The first characters of files that are not keys: pictures, archives, documents, compressed data, certificates. */
const harmless =
  /^(?:iVBOR|\/9j\/|R0lGOD|UklGR|JVBERi|UEsDB|AAAAB3|AAAAIGZ0|Qk0|SUkq|TU0AK|PHN2Zy|PD94b|d09G|T2dnU|SUQz|AAEAAA|MII[A-Z][A-Za-z0-9+/]{2}C[A-Za-z0-9]{2,3}o)/

/**
 * Adds the lines of unframed private keys: whole base64 lines as wide as those of keys, and all base64 before the end
 * of a frame. The content of certificates and public keys is not secret.
 */
export const findKeyLines = (text: string, found: Array<Span>): void => {
  const frames = new PublicFrames(text)
  let last: Span | undefined
  let isHarmless = false
  for (const { 0: run, index } of text.matchAll(line)) {
    const follows = last !== undefined && index - last.to <= 24 && between.test(text.slice(last.to, index))
    const span = { from: index, to: index + run.length }
    if (!follows) isHarmless = harmless.test(run) || frames.hold(index)
    last = span
    if (isHarmless || !widths.includes(run.length) || !looksRandom(run)) continue
    if (!follows && !isWhole(text, span) && !isFollowed(text, span)) continue
    found.push(span)
    const tail = rest.exec(text.slice(span.to, span.to + 100))
    if (tail !== null)
      found.push({ from: span.to + tail[0].length - (tail[1]?.length ?? 0), to: span.to + tail[0].length })
  }
  for (const { index } of text.matchAll(/-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g)) {
    let from = index
    while (from > 0 && /[A-Za-z0-9+/=\s\\]/.test(text.charAt(from - 1))) from--
    if (index - from >= 20) found.push({ from, to: index })
  }
}

/** Whether a line of the same width follows. */
const isFollowed = (text: string, { from, to }: Span): boolean => {
  const next = text.slice(to, to + 24 + to - from).trimStart()
  return /^[A-Za-z0-9+/]{64}/.test(next) && /^\s/.test(text.charAt(to))
}

/** Whether a run is alone on its line, or alone in a string literal. */
const isWhole = (text: string, { from, to }: Span): boolean =>
  /(?:^|\n|\\n|["'`])(?:[-+>|]|[ \t]{0,8}\d{1,6}[:.|)]?)?[ \t]*$/.test(text.slice(Math.max(0, from - 40), from)) &&
  /^[ \t]*(?:$|\r?\n|\\[rn]|\\?["'`])/.test(text.slice(to, to + 40))

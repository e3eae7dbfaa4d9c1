import { createHash } from "node:crypto"

/**
 * Returns a constant value as it is shown: as it is written, references to secrets included. A value that is written out where a secret is
 * usual, as under `Authorization`, is shown as a digest.
 */
export const shownValue = (name: string, text: string): string =>
  !secretName.test(name) || /\$\{[a-z]+:/.test(text)
    ? text
    : `sha256:${createHash("sha256").update(text).digest("hex")}`

const secretName =
  /auth|cookie|token|secret|passw|credential|session|signature|api[-_]?key|private[-_]?key|access[-_]?key|_key$|-key$|^key$/i

import { createHash } from "node:crypto"
import { formatReference, splitReferences } from "./references.ts"

/**
 * Describes a configured text for approvals, pins and people: references stay, literal text becomes a digest.
 *
 * ```
 * "${env:KEY}", "Bearer ${env:KEY}"  stay as they are
 * "tango-9"                          becomes "sha256:…"
 * "tango-9 ${env:KEY}"               becomes "sha256:… beside ${env:KEY}"
 * ```
 */
export const describeValue = (text: string): string => {
  const parts = splitReferences(text)
  const known = "fault" in parts ? [] : parts
  const references = known.flatMap((part) => (typeof part === "string" ? [] : [formatReference(part)]))
  if (references.length > 0 && known.every((part) => typeof part !== "string" || isScheme.test(part))) return text
  return [`sha256:${createHash("sha256").update(text).digest("hex")}`, ...references].join(" beside ")
}

/** Describes a named text. The text stays as it is, unless its name suggests a secret, such as "Authorization". */
export const describeNamedValue = (name: string, text: string): string =>
  isSecretName(name) ? describeValue(text) : text

/** Whether the name of a header, variable or option suggests a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name)

const secretName =
  /auth|cookie|token|secret|passw|credential|session|signature|api[-_]?key|private[-_]?key|access[-_]?key|_key$|-key$|^-*key$/i

/** The words and separators that are harmless beside a reference. */
const isScheme = /^[\s:=,;]*(?:bearer|basic|token|digest|apikey)?[\s:=,;]*$/i

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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeValue } from "@toolgate/local-secrets/references"
 *
 * assert.equal(describeValue("Bearer ${env:KEY}"), "Bearer ${env:KEY}")
 * assert.match(describeValue("tango-9"), /^sha256:/)
 * ```
 */
export const describeValue = (text: string): string => {
  const parts = splitReferences(text)
  const known = "fault" in parts ? [] : parts
  const references = known.flatMap((part) => (typeof part === "string" ? [] : [formatReference(part)]))
  if (references.length > 0 && known.every((part) => typeof part !== "string" || isScheme.test(part))) return text
  return [`sha256:${createHash("sha256").update(text).digest("hex")}`, ...references].join(" beside ")
}

/**
 * Describes a named text. The text stays as it is, unless its name suggests a secret, such as "Authorization".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeNamedValue } from "@toolgate/local-secrets/references"
 *
 * assert.equal(describeNamedValue("Accept", "text/plain"), "text/plain")
 * assert.match(describeNamedValue("Authorization", "tango-9"), /^sha256:/)
 * ```
 */
export const describeNamedValue = (name: string, text: string): string =>
  isSecretName(name) ? describeValue(text) : text

/**
 * Whether the name of a header, variable or option suggests a secret.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isSecretName } from "@toolgate/local-secrets/references"
 *
 * assert.deepEqual(["API_TOKEN", "Authorization", "PORT"].map(isSecretName), [true, true, false])
 * ```
 */
export const isSecretName = (name: string): boolean => secretName.test(name)

const secretName =
  /auth|cookie|token|secret|passw|credential|session|signature|api[-_]?key|private[-_]?key|access[-_]?key|_key$|-key$|^-*key$/i

/** The words and separators that are harmless beside a reference. */
const isScheme = /^[\s:=,;]*(?:bearer|basic|token|digest|apikey)?[\s:=,;]*$/i

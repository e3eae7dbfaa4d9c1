/**
 * Quotes a foreign text for a sentence: in double quotes, cut to `most` characters, with everything escaped that could
 * fake structure or hide text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { quoted } from "@toolgate/core"
 *
 * assert.equal(`Unknown tool ${quoted('a"b\n')}.`, 'Unknown tool "a\\"b\\n".')
 * assert.equal(quoted("abcdef", 3), '"abc…"')
 * ```
 */
export const quoted = (text: string, most = 64): string =>
  escapeUnprintable(JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text))

/**
 * Escapes characters that could fake a line or hide text: controls, line ends, direction marks, lone surrogates.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { escapeUnprintable } from "@toolgate/core"
 *
 * assert.equal(escapeUnprintable("ok\nDenied: nothing"), "ok\\u000aDenied: nothing")
 * ```
 */
export const escapeUnprintable = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => hidden.split("").map(escaped).join(""))

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

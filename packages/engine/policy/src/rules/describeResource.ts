import type { Resource } from "@toolgate/core"

/**
 * Describes a resource for the operator. The description quotes the call: never show it to a model.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeResource } from "@toolgate/policy"
 *
 * assert.equal(describeResource({ kind: "host", host: "example.com", port: 443 }), "connecting to example.com:443")
 * ```
 */
export const describeResource = (resource: Resource): string => {
  switch (resource.kind) {
    case "file":
      return `${doing[resource.mode]} ${shown(resource.path)}`
    case "host":
      return `connecting to ${shown(resource.host)}:${resource.port}`
    case "command": {
      const set = resource.assigned.length === 0 ? "" : ` (which sets ${resource.assigned.map(shown).join(", ")})`
      return `running ${resource.argv.map(shown).join(" ")}${set}`
    }
    case "opaque":
      // The reason already ends in a full stop.
      return `a part that cannot be read: ${resource.reason.replace(/\.$/, "")}`
    case "unread":
      return `a part that was not read: ${resource.reason.replace(/\.$/, "")}`
  }
}

const doing = { r: "reading", w: "writing", rw: "reading and writing" } as const

/** Returns a word of a command in double quotes. */
export const describeWord = (word: string): string => {
  const text = shown(word)
  return text.startsWith('"') ? text : `"${text}"`
}

/**
 * Returns text unchanged if it is plain, and otherwise as JSON, so that the text cannot imitate a message of the gate.
 */
const shown = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`

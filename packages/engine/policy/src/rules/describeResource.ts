import type { Resource } from "@toolgate/core"

/**
 * Returns a description of a resource for the operator. The description quotes the call, and is therefore not for a
 * model.
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
      // The reason ends in a full stop of its own.
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
 * Returns text unchanged if it is plain, and otherwise as JSON, so that no character of the text can be mistaken for
 * ours.
 */
const shown = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`

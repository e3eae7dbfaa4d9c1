import type { Resource } from "@toolgate/core"

/** A resource in the words of an operator's page. It quotes the call, so that it is for people and not for a model. */
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
      // What it stands in ends by itself.
      return `a part that cannot be read: ${resource.reason.replace(/\.$/, "")}`
    case "unread":
      return `a part that was not read: ${resource.reason.replace(/\.$/, "")}`
  }
}

const doing = { r: "reading", w: "writing", rw: "reading and writing" } as const

/** A word of a command, in quotes whatever it holds. */
export const describeWord = (word: string): string => {
  const text = shown(word)
  return text.startsWith('"') ? text : `"${text}"`
}

/** As it is where it is plain, else as JSON writes it, so that no character of it passes for one of ours. */
const shown = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`

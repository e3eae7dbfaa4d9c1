import type { ShellPart } from "../src/index.ts"

const within = (folder: ReadonlyArray<string>) => (folder.length === 0 ? "" : ` in ${folder.join(" > ")}`)

/**
 * Returns parts as lines of text. A word that a reader would not see whole is shown as JSON, and reasons are left out.
 */
export const summary = (parts: ReadonlyArray<ShellPart>) =>
  parts.map((part) => {
    if (part.kind === "opaque" || part.kind === "unread") return part.kind
    if (part.kind === "file") return `${part.mode} ${part.path}${within(part.folder)}`
    const words = part.argv.map((word) => (/^[^\s"'`$]+$/.test(word) ? word : JSON.stringify(word)))
    const assigned = part.assigned.map((name) => `${name}= `).join("")
    return `${part.wrapper ? "wrap" : "run"} ${assigned}${words.join(" ")}${within(part.folder)}`
  })

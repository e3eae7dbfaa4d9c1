import { quoted } from "@toolgate/core"
import { type Entry, type Reading, type Shape, textOf } from "@toolgate/yaml-reading"
import { textParts } from "./references.ts"

const checked = (text: string, { node, label }: Entry, reading: Reading): string | undefined => {
  if (text.length > 32_768) return reading.fault(node.at, () => `${label} is longer than 32768 characters`)
  if (text.includes("\0")) return reading.fault(node.at, () => `${label} contains the character U+0000`)
  const parts = textParts(text)
  return "fault" in parts ? reading.fault(node.at, () => parts.fault) : text
}

/** The shape of a text that may hold references. They are checked here and resolved when the server starts. */
export const referringText: Shape<string> = textOf("a text", checked)

/** The shape of the URL of a server, which may hold references behind its host. */
export const serverUrl: Shape<string> = textOf("a URL", (text, entry, reading) => {
  if (checked(text, entry, reading) === undefined) return undefined
  const why = urlFault(text)
  return why === undefined ? text : reading.fault(entry.node.at, () => `the URL ${why}`)
})

/** Returns the problem of a server's URL, as the end of a sentence; `undefined` if the URL can be used. */
const urlFault = (text: string): string | undefined => {
  const parts = textParts(text)
  if ("fault" in parts) return `is invalid: ${parts.fault}`
  const [first] = parts
  const begin = typeof first === "string" ? first : ""
  // A reference in the host would change which server is asked, without a word in the file.
  if (parts.some((part) => typeof part !== "string") && !/^https?:\/\/[^/?#]+[/?#]/.test(begin))
    return "must have its host written out, with a slash, before the first reference"
  const url = parts.map((part) => (typeof part === "string" ? part : "x")).join("")
  if (!URL.canParse(url) || !/^https?:\/\//.test(url)) return "is not one of http or https"
  const { username, password, hash } = new URL(url)
  if (username !== "" || password !== "") return 'holds credentials; give them under "headers", by a reference'
  return hash === "" ? undefined : `has a fragment, ${quoted(hash, 40)}, which no server sees`
}

import { quoted } from "@toolgate/core"
import { referringText, textParts } from "@toolgate/local-secrets/references"
import { type Shape, textOf } from "@toolgate/yaml-reading"

/** The shape of the URL of a server, which may hold references behind its host. */
export const serverUrl: Shape<string> = textOf("a URL", (text, entry, reading) => {
  if (referringText.read(entry, reading) === undefined) return undefined
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

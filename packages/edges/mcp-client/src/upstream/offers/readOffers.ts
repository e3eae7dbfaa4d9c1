import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { copyJson, isJsonObject, NotJson } from "@toolgate/core/json"
import type { Redaction } from "@toolgate/local-secrets/references"
import { escapeHiddenTexts } from "../cleanedDefinition.ts"
import type { ToolFault } from "../McpServerStatus.ts"
import { getResourceArguments, isTemplate } from "./addresses.ts"
import type { ListedPrompt, ListedResource, ListedTemplate } from "./ServerOffers.ts"

/** The valid definitions, and the invalid ones with the reason. */
export interface Read<A> {
  readonly read: ReadonlyArray<A>
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Validates listed resources. Secrets are removed from texts; a resource whose address contains a secret is left out.
 */
export const readResources = (given: ReadonlyArray<unknown>, redaction: Redaction): Read<ListedResource> =>
  readEach(given, "resource", redaction, (listed) => {
    const { uri, size } = listed
    if (typeof uri !== "string" || getResourceArguments(uri) === undefined) return noAddress
    if (redaction.text(uri) !== uri) return "its address contains a secret of the server's entry"
    return { uri, ...textsOf(listed, uri), ...(typeof size === "number" && size >= 0 ? { size } : {}) }
  })

export const readTemplates = (given: ReadonlyArray<unknown>, redaction: Redaction): Read<ListedTemplate> =>
  readEach(given, "template", redaction, (listed) => {
    const { uriTemplate } = listed
    if (typeof uriTemplate !== "string" || !isTemplate(uriTemplate)) return "its address is not a template"
    if (redaction.text(uriTemplate) !== uriTemplate) return "its address contains a secret of the server's entry"
    return { uriTemplate, ...textsOf(listed, uriTemplate) }
  })

export const readPrompts = (given: ReadonlyArray<unknown>, redaction: Redaction): Read<ListedPrompt> =>
  readEach(given, "prompt", redaction, (listed) => {
    const { name, arguments: args = [] } = listed
    if (typeof name !== "string" || name === "") return "it has no name"
    if (!Array.isArray(args) || args.length > mostArguments)
      return `its arguments are not a list of at most ${mostArguments}`
    const read: Array<ListedPrompt["arguments"][number]> = []
    for (const one of args as ReadonlyArray<Json>) {
      if (!isJsonObject(one) || typeof one.name !== "string" || one.name === "")
        return "one of its arguments has no name"
      read.push({ ...describedBy(one, one.name), required: one.required === true })
    }
    if (new Set(read.map((argument) => argument.name)).size < read.length)
      return "two of its arguments have the same name"
    return { ...describedBy(listed, name), arguments: read }
  })

/** Validates the definitions of a list one by one, up to a total size that clients can show. */
const readEach = <A>(
  given: ReadonlyArray<unknown>,
  noun: string,
  redaction: Redaction,
  read: (listed: JsonObject) => A | string
): Read<A> => {
  const all: Array<A> = []
  const leftOut: Array<ToolFault> = []
  let room = mostCharacters
  for (const [index, one] of given.entries()) {
    const copied = copyJson(one, { depth: 8, nodes: 2_000, characters: 64 * 1024 })
    const listed =
      copied instanceof NotJson ? `its definition ${copied.reason}` : isJsonObject(copied) ? copied : notObject
    const found = typeof listed === "string" ? listed : (longText(listed) ?? read(listed))
    const tool = redaction.text(nameOf(listed, `${noun} ${index + 1} of the list`))
    room -= JSON.stringify(found).length
    if (room < 0) {
      leftOut.push({ tool: `${noun}s from ${index + 1} on`, why: "the texts of the list are too long as a whole" })
      break
    }
    if (typeof found === "string") leftOut.push({ tool, why: found })
    else all.push(escapeHiddenTexts(redaction.value(found) as Json) as A)
  }
  return { read: all, leftOut }
}

const nameOf = (listed: JsonObject | string, otherwise: string): string => {
  const name = typeof listed === "string" ? undefined : (listed.uri ?? listed.uriTemplate ?? listed.name)
  return typeof name === "string" && name !== "" ? quoted(name) : otherwise
}

/** Returns the descriptive texts of a definition, with the name as the default title. */
const describedBy = ({ title, description }: JsonObject, name: string) => ({
  name,
  ...(typeof title === "string" ? { title } : {}),
  ...(typeof description === "string" ? { description } : {})
})

const textsOf = (listed: JsonObject, address: string) => ({
  ...describedBy(listed, typeof listed.name === "string" && listed.name !== "" ? listed.name : address),
  ...(typeof listed.mimeType === "string" ? { mimeType: listed.mimeType } : {})
})

const longText = (listed: JsonObject): string | undefined => {
  for (const [field, most] of Object.entries(longest)) {
    const text = listed[field]
    if (typeof text === "string" && !text.isWellFormed()) return `its ${field} is not text`
    if (typeof text === "string" && text.length > most) return `its ${field} is longer than ${most} characters`
  }
  return undefined
}

const noAddress = "its address is invalid or ambiguous"

const notObject = "its definition is not an object"

const longest = { name: 256, title: 1024, description: 16 * 1024, mimeType: 256 }

const mostArguments = 100

/** The limit for the characters of one list. */
const mostCharacters = 2 * 1024 * 1024

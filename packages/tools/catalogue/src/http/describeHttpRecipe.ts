import type { Json, JsonObject } from "@toolgate/core"
import { describeNamedValue } from "@toolgate/local-secrets/references"
import type { BodyPart, BodyTemplate } from "./bodyTemplate.ts"
import type { HttpTemplate } from "./httpShape.ts"
import type { TemplatePart } from "./parseTextTemplate.ts"
import type { UrlTemplate } from "./UrlTemplate.ts"

/**
 * Describes everything that determines a request apart from its arguments, for approvals, pins and the question to a person. An argument is
 * written as `{name}`, a secret as its reference. Templates with the same requests have the same recipe.
 */
export const describeHttpRecipe = ({ method, url, headers, body, response, mostBytes }: HttpTemplate): JsonObject => ({
  method,
  url: urlText(url),
  headers: Object.fromEntries(
    headers.map((header) => [
      header.name,
      header.kind === "filled" ? templateText(header.value) : describeNamedValue(header.name, header.text)
    ])
  ),
  body: bodyValue(body),
  ...(response === undefined ? {} : { response }),
  max_bytes: mostBytes
})

const urlText = ({ scheme, host, port, segments, query }: UrlTemplate): string => {
  const isUsual = port === (scheme === "https:" ? 443 : 80)
  const path = segments.map(templateText).join("/")
  const pairs = query.map(({ begin, value }) => `${begin}${templateText(value)}`)
  return `${scheme}//${host}${isUsual ? "" : `:${port}`}/${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
}

const bodyValue = (template: BodyTemplate): Json => (typeof template === "string" ? template : partValue(template))

const partValue = (part: BodyPart): Json => {
  switch (part.kind) {
    case "constant":
      return typeof part.value === "string" ? templateText([part.value]) : part.value
    case "argument":
      return templateText([part.argument])
    case "text":
      return templateText(part.parts)
    case "list":
      return part.items.map(partValue)
    case "map":
      return Object.fromEntries(part.entries.map(([name, value]) => [name, partValue(value)]))
  }
}

/** Returns a template as text. Literal braces are doubled, so that the text is unique. */
const templateText = (parts: ReadonlyArray<TemplatePart>): string =>
  parts
    .map((part) => (typeof part === "string" ? part.replaceAll("{", "{{").replaceAll("}", "}}") : `{${part.name}}`))
    .join("")

import type { JsonObject, ObservedUse } from "@toolgate/core"
import type { Declared } from "../Format.ts"
import { isObject, memberOf, objectsOf, textIn } from "../round/unknownJson.ts"

/**
 * Returns what Gemini says in a response that it ran itself: code, calls of its own tools, and the metadata of searches and of
 * addresses that it read.
 */
export const hostedOf = (candidate: unknown, declared: Declared): ReadonlyArray<ObservedUse> => [
  ...objectsOf(memberOf(memberOf(candidate, "content"), "parts")).flatMap((part) => {
    const { executableCode, toolCall } = part
    if (isObject(executableCode)) return [use("executableCode", "codeExecution", executableCode, declared)]
    if (!isObject(toolCall)) return []
    const type = textIn(toolCall, "toolType") ?? ""
    return [{ ...use("toolCall", specName(type), toolCall, declared), name: type }]
  }),
  ...metadata.flatMap(([member, spec]) => {
    const given = memberOf(candidate, member)
    return isObject(given) ? [use(member, spec, given, declared)] : []
  })
]

const metadata = [
  ["groundingMetadata", "googleSearch"],
  ["urlContextMetadata", "urlContext"]
] as const

const use = (type: string, spec: string, item: JsonObject, { tools }: Declared): ObservedUse => ({
  tool: tools.find((one) => one.kind === "hosted" && one.spec !== undefined && Object.hasOwn(one.spec, spec))?.tool,
  id: textIn(item, "id"),
  type,
  name: undefined,
  input: item.args ?? item.code ?? item.webSearchQueries
})

/** Returns the member of a declaration that a type of tools stands for: `GOOGLE_SEARCH_WEB` is `googleSearch`. */
const specName = (type: string): string => {
  const camel = type.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camel.startsWith("googleSearch") ? "googleSearch" : camel
}

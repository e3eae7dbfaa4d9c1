import type { Json, JsonObject, ObservedUse } from "@toolgate/core"
import type { Declared } from "../Format.ts"
import { objectsOf, textIn } from "../round/unknownJson.ts"
import { isOurs } from "./isOurs.ts"

/** Returns what OpenAI says in a response that it ran itself: every item of a kind that only the provider makes. */
export const hostedOf = (output: unknown, declared: Declared): ReadonlyArray<ObservedUse> =>
  objectsOf(output).flatMap((item) => {
    const type = textIn(item, "type") ?? ""
    if (!isHosted(type) || isOurs(item, declared)) return []
    const name = textIn(item, "name")
    return [
      {
        tool: toolOf(item, type, declared),
        id: textIn(item, "call_id") ?? textIn(item, "id"),
        type,
        name,
        input: inputOf(item),
        ...(item.status === "failed" || typeof item.error === "string" ? { failed: true } : {})
      }
    ]
  })

// A call of an unknown type is the provider's: none of ours has such a call.
const isHosted = (type: string): boolean => type === "program" || type === "mcp_list_tools" || type.endsWith("_call")

/** Returns the hosted tool that was declared for an item, by the types of both: `web_search_call` is of the type `web_search`. */
const toolOf = (item: JsonObject, type: string, { tools }: Declared): string | undefined => {
  const kind = type === "program" ? "programmatic_tool_calling" : type.replace(/_(call|list_tools)$/, "")
  const label = textIn(item, "server_label")
  return tools.find(
    ({ spec, kind: is }) =>
      is === "hosted" &&
      spec !== undefined &&
      typeof spec.type === "string" &&
      (spec.type === kind || spec.type.startsWith(`${kind}_`)) &&
      (kind !== "mcp" || spec.server_label === label)
  )?.tool
}

const inputOf = (item: JsonObject): Json | undefined => {
  for (const name of ["action", "arguments", "queries", "code"])
    if (Object.hasOwn(item, name) && item[name] !== undefined) return item[name]
  return undefined
}

import type { JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { ResponseStream, StreamOptions } from "../Format.ts"
import { StreamBudget } from "../round/StreamBudget.ts"
import { getMember, getText } from "../round/unknownJson.ts"
import type { ResponsesEvent, ResponsesResponse } from "./responsesWire.ts"

/**
 * Accumulates the events of the Responses API. An item counts once the provider has ended it. A call counts as well
 * once its arguments have ended, and takes them from the deltas.
 */
export const createResponsesStream = (options?: StreamOptions): ResponseStream<ResponsesEvent, ResponsesResponse> => {
  const budget = new StreamBudget(options)
  const done = new Map<number, JsonObject>()
  const open = new Map<number, { readonly item: JsonObject; readonly parts: Array<string> }>()
  let id: string | undefined
  let whole: JsonObject | undefined

  const end = (at: number, name: string, text: string | undefined) => {
    const found = open.get(at)
    if (found === undefined || done.has(at)) return
    if (text !== undefined) budget.keep(text)
    done.set(at, { ...found.item, [name]: text ?? found.parts.join("") })
  }

  return {
    push: (event) => {
      const type = getMember(event, "type")
      const index = getMember(event, "output_index")
      const at = typeof index === "number" ? index : -1
      const item = getMember(event, "item")
      const response = getMember(event, "response")
      if (isJsonObject(response)) id ??= getText(response, "id")
      switch (type) {
        case "response.output_item.added":
          if (!isJsonObject(item)) return
          budget.keep(item)
          budget.room()
          open.set(at, { item, parts: [] })
          return
        case "response.function_call_arguments.delta":
        case "response.custom_tool_call_input.delta": {
          const delta = getMember(event, "delta")
          if (typeof delta !== "string") return
          budget.keep(delta)
          open.get(at)?.parts.push(delta)
          return
        }
        case "response.function_call_arguments.done":
          return end(at, "arguments", getText(event as unknown as JsonObject, "arguments"))
        case "response.custom_tool_call_input.done":
          return end(at, "input", getText(event as unknown as JsonObject, "input"))
        case "response.output_item.done":
          if (!isJsonObject(item)) return
          budget.keep(item)
          open.delete(at)
          done.set(at, item)
          return
        case "response.completed":
        case "response.incomplete":
          if (isJsonObject(response) && Array.isArray(response.output) && response.output.length > 0) {
            budget.keep(response.output)
            whole = response
          }
      }
    },
    response: () => {
      if (whole !== undefined) return whole as unknown as ResponsesResponse
      const items = [...done].toSorted(([one], [other]) => one - other).map(([, item]) => item)
      return { ...(id === undefined ? {} : { id }), output: items as unknown as ResponsesResponse["output"] }
    }
  }
}

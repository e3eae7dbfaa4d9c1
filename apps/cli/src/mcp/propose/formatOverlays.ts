import { Document, isMap, isSeq, type Pair, Scalar, YAMLMap } from "yaml"
import type { OverlayDraft } from "./OverlayDraft.ts"

/** Formats overlays for a `mcp.yaml`, starting at the key "servers", with notes as comments. */
export const formatOverlays = (server: string, overlays: ReadonlyArray<OverlayDraft>): string => {
  const document = new Document({ servers: { [server]: {} } })
  const tools = new YAMLMap()
  putOverlays(tools, overlays)
  document.setIn(["servers", server, "tools"], tools)
  return document.toString(layout)
}

export const layout = { lineWidth: 0, flowCollectionPadding: true } as const

/** Adds overlays to the map of a server's tools, with notes as comments. */
export const putOverlays = (tools: YAMLMap, overlays: ReadonlyArray<OverlayDraft>): void => {
  tools.items.push(...overlays.map(entryOf))
  tools.flow = false
}

/** Returns the members of an overlay, without its notes. */
export const getOverlayContent = ({ class: sideEffects, resources }: Omit<OverlayDraft, "tool" | "notes">) => ({
  ...(sideEffects === undefined ? {} : { class: sideEffects }),
  ...(resources.length === 0 ? {} : { resources })
})

const entryOf = (overlay: OverlayDraft): Pair => {
  const key = new Scalar(overlay.tool)
  // The library would write "<<" unquoted, which means a merge.
  if (!/^[\w.-]+$/.test(overlay.tool)) key.type = Scalar.QUOTE_DOUBLE
  if (overlay.notes.length > 0) key.commentBefore = overlay.notes.map((note) => ` ${note}`).join("\n")
  const content = new Document(getOverlayContent(overlay)).contents
  const resources = isMap(content) ? content.get("resources") : undefined
  if (isSeq(resources)) for (const resource of resources.items) if (isMap(resource)) resource.flow = true
  return new Document().createPair(key, content)
}

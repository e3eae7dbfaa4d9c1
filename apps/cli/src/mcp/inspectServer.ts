import type { Json } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { ListedTool, McpServerEntry, ToolFault, ToolOverlay } from "@toolgate/mcp-client"
import type { OverlayDraft } from "./propose/OverlayDraft.ts"
import { proposeOverlay } from "./propose/proposeOverlay.ts"

/** The findings about the tools of a server. */
export interface Inspection {
  readonly server: string
  readonly tools: ReadonlyArray<InspectedTool>
  /** Listed tools that cannot be used, with the reasons. */
  readonly leftOut: ReadonlyArray<ToolFault>
  /** Tools in `mcp.yaml` that the server does not list. */
  readonly unlisted: ReadonlyArray<string>
}

/** A tool with its proposed overlay. */
export interface InspectedTool extends OverlayDraft {
  readonly description?: string
  /** `proposed`: `mcp.yaml` has no entry for the tool. `kept`: it has one. `nothing`: no overlay is needed. */
  readonly state: "proposed" | "kept" | "nothing"
  /** Keys whose value in `mcp.yaml` differs from the proposal. */
  readonly differs: ReadonlyArray<"class" | "resources">
}

/** Proposes an overlay for each tool of a server, and compares existing overlays with the proposals. */
export const inspectServer = (
  entry: McpServerEntry,
  {
    workspace,
    listed,
    leftOut
  }: {
    readonly workspace: string
    readonly listed: ReadonlyArray<ListedTool>
    readonly leftOut: ReadonlyArray<ToolFault>
  },
  trustsHints = false
): Inspection => {
  const names = new Set([...listed.map(({ name }) => name), ...leftOut.map(({ tool }) => tool)])
  const tools = listed.map((tool): InspectedTool => {
    const draft = proposeOverlay(entry, workspace, tool, trustsHints)
    const overlay = entry.tools.get(tool.name)
    const isEmpty = draft.class === undefined && draft.resources.length === 0
    return {
      ...draft,
      ...(typeof tool.description === "string" ? { description: tool.description } : {}),
      state: overlay !== undefined ? "kept" : isEmpty ? "nothing" : "proposed",
      differs: overlay === undefined ? [] : differences(overlay, draft)
    }
  })
  const unlisted = [...entry.tools.keys()].filter((name) => !names.has(name) && !names.has(JSON.stringify(name)))
  return { server: entry.name, tools, leftOut, unlisted }
}

const differences = (overlay: ToolOverlay, draft: OverlayDraft): InspectedTool["differs"] => {
  const resources = draft.resources.map((one) => ({
    ...one,
    arg: one.arg.startsWith("/") ? one.arg : `/${one.arg}`,
    ...(one.kind === "file" ? { within: one.within ?? "workspace" } : {})
  }))
  return [
    ...(overlay.class === draft.class ? [] : (["class"] as const)),
    ...(inOrder(overlay.resources ?? []) === inOrder(resources) ? [] : (["resources"] as const))
  ]
}

const inOrder = (resources: ReadonlyArray<object>): string =>
  resources
    .map((one) => canonicalizeJson(one as Json))
    .toSorted()
    .join()

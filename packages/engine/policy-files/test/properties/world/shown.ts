import type { PermissionRequest, Principal, Resource, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { written } from "../written.ts"

interface Shown {
  readonly configs: ReadonlyArray<PolicyConfig>
  readonly known: ReadonlyArray<ToolDefinition>
  readonly judges: ReadonlyArray<{ readonly said: string }>
  readonly requests: ReadonlyArray<PermissionRequest>
}

/** Returns a world in the form in which a failed property shows it: its files, tools and calls, one per line. */
export const shown = ({ configs, known, judges, requests }: Shown): string =>
  [
    "",
    ...configs.map((config) => written(config, "block")),
    `known: ${known.map(toolText).join("; ")}`,
    ...judges.map(({ said }) => `judge: ${said}`),
    ...requests.map((request) => `call: ${requestText(request)}`)
  ].join("\n")

const requestText = ({ tool, resources, context }: PermissionRequest): string =>
  [
    toolText(tool),
    ...resources.map(resourceText),
    `by ${principalText(context.principal)}`,
    `${context.caller.kind} in ${context.workspace}, session ${context.session}`
  ].join("; ")

const toolText = ({ name, aliases, sideEffects, effects, resources, ...tool }: ToolDefinition): string => {
  const declared = resources.map((one) => (one.kind === "file" ? `file ${one.mode}` : one.kind)).join("+")
  const more = [
    tool.risk,
    tool.destructive ? "destructive" : "",
    tool.category ?? "",
    tool.permission ?? "",
    tool.requiresCapability ? "" : "needs no capability",
    `takes ${tool.callers.join("+")}`,
    tool.implementations.map(({ kind }) => kind).join("+")
  ]
  return `${[name, ...aliases].join("/")} (${[sideEffects, ...effects, declared, ...more].filter((one) => one !== "").join(", ")})`
}

const resourceText = (resource: Resource): string => {
  switch (resource.kind) {
    case "file":
      return `${resource.mode} ${JSON.stringify(resource.path)}`
    case "host":
      return `${resource.host}:${resource.port}`
    case "command":
      return JSON.stringify(resource)
    case "opaque":
    case "unread":
      return resource.kind
  }
}

const principalText = ({ agent, role, task, ceiling, parent }: Principal): string =>
  `${agent} as ${role} for ${task} within ${JSON.stringify(ceiling)}${parent === undefined ? "" : ` under ${principalText(parent)}`}`

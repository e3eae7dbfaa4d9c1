import { sideEffectClasses } from "@toolgate/core"
import { callers, flag, listOf, oneOf, recordOf, resource, type Shape } from "@toolgate/yaml-reading"
import type { ToolOverlay } from "./McpConfig.ts"

/** The shape of what an operator says about a tool. */
export const overlay: Shape<ToolOverlay> = recordOf(
  "a tool",
  {
    class: {
      shape: oneOf("side-effect class", sideEffectClasses),
      description: "The class of what the tool is able to do at most.",
      absent:
        "the worst that the server can do: READ or WRITE without a network, NETWORK, or EXECUTE if it is not confined"
    },
    risk: {
      shape: oneOf("risk", ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"]),
      description: "The risk of a call.",
      absent: "what follows from the class"
    },
    destructive: {
      shape: flag,
      description: "Whether a call may destroy something.",
      absent: "true, unless the tool is known to only read"
    },
    resources: {
      shape: listOf("a list of resources", resource),
      description: "The arguments that name files or URLs.",
      absent: "none"
    },
    allowed_callers: {
      shape: callers,
      description: "Who may call the tool: agents, and scripts.",
      absent: "those of the server"
    }
  },
  ({ class: sideEffects, risk, destructive, resources, allowed_callers }) => ({
    ...(sideEffects === undefined ? {} : { class: sideEffects }),
    ...(risk === undefined ? {} : { risk }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(resources === undefined ? {} : { resources }),
    ...(allowed_callers === undefined ? {} : { callers: allowed_callers })
  })
)

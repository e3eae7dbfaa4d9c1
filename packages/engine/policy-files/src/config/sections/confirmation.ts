import type { SideEffectClass } from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, SourcedMode } from "@toolgate/policy"
import { fillModes } from "@toolgate/policy"
import { addSource, flag, mapOf, oneOf, recordOf, type Shape } from "@toolgate/yaml-reading"
import { classNames, freeNames, toolNames } from "../names.ts"
import { sourcedPaths } from "./permissions.ts"

const modes = ["auto", "prompt", "prompt_once", "deny"] as const satisfies ReadonlyArray<ConfirmationMode>

const mode: Shape<SourcedMode> = addSource(oneOf<ConfirmationMode>("mode", modes), (value, source) => ({
  mode: value,
  source
}))

const byClass: Shape<ReadonlyMap<SideEffectClass, SourcedMode>> = mapOf(
  "a map of modes by side-effect class",
  classNames,
  mode
)

export const confirmation: Shape<ConfirmationSettings> = recordOf(
  '"tool_confirmation"',
  {
    default: {
      shape: byClass,
      description:
        "The mode of each side-effect class: `auto` runs a call, `prompt` asks each time, `prompt_once` asks once in each session, `deny` refuses.",
      absent: "NONE and READ auto, WRITE, EXECUTE and NETWORK prompt; in a later file, auto"
    },
    per_tool: {
      shape: mapOf("a map of modes by tool", toolNames, mode),
      description: "The mode of a tool, in place of the mode of its class.",
      absent: "none"
    },
    per_session: {
      shape: mapOf("a map of sessions", freeNames("SESSION", "a session"), byClass),
      description: "Other modes for a session. They only tighten, unless `sessions_may_loosen` is true.",
      absent: "none"
    },
    sessions_may_loosen: {
      shape: flag,
      description: "Whether the modes of a session may also loosen.",
      absent: "false"
    },
    trusted_workspaces: {
      shape: sourcedPaths,
      description: "Workspaces in which a WRITE needs no approval if it only touches files inside.",
      absent: "none"
    },
    trusted_workspace_overrides: {
      shape: byClass,
      description: "The modes in a trusted workspace, in place of those that trust gives.",
      absent: "none"
    }
  },
  (given, at, reading) => ({
    default: fillModes(given.default ?? new Map(), reading.isFirst),
    perTool: given.per_tool ?? new Map(),
    perSession: given.per_session ?? new Map(),
    sessionsMayLoosen: given.sessions_may_loosen ?? false,
    trustedWorkspaces: given.trusted_workspaces ?? [],
    trustedOverrides: given.trusted_workspace_overrides ?? new Map(),
    source: reading.source(at)
  })
)

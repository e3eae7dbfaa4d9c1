import type { FlatPermissions, PolicyLayer, PolicyLayers } from "@toolgate/policy"
import { listOf } from "../../yaml/listOf.ts"
import { mapOf } from "../../yaml/mapOf.ts"
import { type Given, recordOf } from "../../yaml/recordOf.ts"
import type { Shape } from "../../yaml/Shape.ts"
import { flag, sourced } from "../../yaml/scalars.ts"
import { freeName, freeNames } from "../names.ts"
import { selectors } from "../selectors.ts"

const sourcedFlag = sourced(flag, (value, source) => ({ value, source }))

const flatKeys = {
  web_access: {
    shape: sourcedFlag,
    description: "False: no tool that reaches the network.",
    absent: "not bounded here"
  },
  allowed_categories: {
    shape: sourced(listOf("a list of categories", freeName("a category")), (names, source) => ({ names, source })),
    description: "The categories whose tools may be called.",
    absent: "all"
  },
  allowed_tools: {
    shape: sourced(selectors, (list, source) => ({ selectors: list, source })),
    description: "The tools that may be called, whatever their category.",
    absent: "all"
  },
  forbidden_tools: { shape: selectors, description: "Tools that may not be called. They come first.", absent: "none" }
}

/** The flat permissions that roles know are taken in every layer: they mean the same there. */
const layerKeys = {
  allow: {
    shape: selectors,
    description: "The only tools that may be called. An empty list allows none.",
    absent: "all that the layers above allow"
  },
  deny: { shape: selectors, description: "Tools that may not be called, whatever allows them.", absent: "none" },
  read_only: {
    shape: sourcedFlag,
    description: "True: no tool that changes files or the system, or runs code.",
    absent: "false"
  },
  no_web: { shape: sourcedFlag, description: "True: no tool that reaches the network.", absent: "false" },
  ...flatKeys
}

const layerOf = (what: string): Shape<PolicyLayer> =>
  recordOf(what, layerKeys, (given, at, reading) => ({
    allow: given.allow,
    deny: given.deny ?? [],
    readOnly: given.read_only?.value === true ? { source: given.read_only.source } : undefined,
    noWeb: given.no_web?.value === true ? { source: given.no_web.source } : undefined,
    flat: flatOf(given),
    source: reading.source(at)
  }))

const flatOf = (given: Given<typeof flatKeys>): FlatPermissions | undefined => {
  const { web_access, allowed_categories, allowed_tools, forbidden_tools } = given
  if ([web_access, allowed_categories, allowed_tools, forbidden_tools].every((each) => each === undefined))
    return undefined
  return {
    webAccess: web_access,
    allowedCategories: allowed_categories,
    allowedTools: allowed_tools,
    forbiddenTools: forbidden_tools ?? []
  }
}

export const policyLayers: Shape<PolicyLayers> = recordOf(
  '"layers"',
  {
    global: { shape: layerOf("the global layer"), description: "Holds for every call.", absent: "bounds nothing" },
    roles: {
      shape: mapOf("a map of roles", freeNames("ROLE", "a role"), layerOf("a role")),
      description: "What each role may call. A call without one of these roles is denied.",
      absent: "calls need no role"
    },
    tasks: {
      shape: mapOf("a map of tasks", freeNames("TASK", "a task"), layerOf("a task")),
      description: "What may be called for each task. A call that names another task is denied.",
      absent: "any task may be named"
    }
  },
  ({ global, roles, tasks }) => ({ global, roles, tasks })
)

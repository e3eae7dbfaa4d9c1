import type { FlatPermissions, PolicyLayer, PolicyLayers } from "@toolgate/policy"
import { addSource, flag, listOf, mapOf, type RecordValues, recordOf, type Shape } from "@toolgate/yaml-reading"
import { freeName, freeNames } from "../names.ts"
import { selectors } from "../selectors.ts"

const sourcedFlag = addSource(flag, (value, source) => ({ value, source }))

const flatKeys = {
  web_access: {
    shape: sourcedFlag,
    description: "False: tools that reach the network may not be called.",
    absent: "not restricted by this file"
  },
  allowed_categories: {
    shape: addSource(listOf("a list of categories", freeName("a category")), (names, source) => ({ names, source })),
    description: "The categories whose tools may be called.",
    absent: "all"
  },
  allowed_tools: {
    shape: addSource(selectors, (list, source) => ({ selectors: list, source })),
    description: "The tools that may be called, regardless of category.",
    absent: "all"
  },
  forbidden_tools: {
    shape: selectors,
    description: "The tools that may not be called. This list is checked first.",
    absent: "none"
  }
}

/** The keys of every layer. A layer of any kind takes the flat permissions of a role, with the same meaning. */
const layerKeys = {
  allow: {
    shape: selectors,
    description: "The only tools that may be called. An empty list allows none.",
    absent: "all that the layers above allow"
  },
  deny: {
    shape: selectors,
    description: "Tools that may not be called, even if another entry allows them.",
    absent: "none"
  },
  read_only: {
    shape: sourcedFlag,
    description: "True: tools that change files or the system, or run code, may not be called.",
    absent: "false"
  },
  no_web: { shape: sourcedFlag, description: "True: tools that reach the network may not be called.", absent: "false" },
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

const flatOf = (given: RecordValues<typeof flatKeys>): FlatPermissions | undefined => {
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
    global: {
      shape: layerOf("the global layer"),
      description: "The layer for every call.",
      absent: "restricts nothing"
    },
    roles: {
      shape: mapOf("a map of roles", freeNames("ROLE", "a role"), layerOf("a role")),
      description: "The layer for each role. A call without one of these roles is denied.",
      absent: "calls need no role; the role `worker` gets no tools for memory and routing"
    },
    tasks: {
      shape: mapOf("a map of tasks", freeNames("TASK", "a task"), layerOf("a task")),
      description: "The layer for each task. A call that names another task is denied.",
      absent: "any task may be named"
    }
  },
  ({ global, roles, tasks }) => ({ global, roles, tasks })
)

import type { PermissionType } from "@toolgate/core"
import type { PermissionSettings } from "@toolgate/policy"
import { addSource, anyText, flag, listOf, mapOf, path, recordOf, type Shape } from "@toolgate/yaml-reading"
import { namesOf } from "../names.ts"

const permissionTypes = ["network", "filesystem", "shell", "compute"] as const satisfies ReadonlyArray<PermissionType>

export const sourcedPaths = listOf(
  "a list of paths",
  addSource(path, (text, source) => ({ path: text, source }))
)

const settings: Shape<PermissionSettings> = recordOf(
  "a permission type",
  {
    description: { shape: anyText, description: "A description for people.", absent: "none" },
    requires_approval: {
      shape: flag,
      description: "Whether a person is asked about each call of a tool of this type.",
      absent: "false"
    },
    allowed_paths: {
      shape: sourcedPaths,
      description:
        "The folders to which the files of this type's tools are restricted; for `filesystem`, the files of every call. An empty list allows none.",
      absent: "not restricted by this file"
    }
  },
  ({ requires_approval = false, allowed_paths }, at, reading) => ({
    requiresApproval: requires_approval,
    allowedPaths: allowed_paths,
    source: reading.source(at)
  })
)

/** The shape of settings by permission type, which catalogues of tools also have. */
export const permissionsShape: Shape<ReadonlyMap<PermissionType, PermissionSettings>> = mapOf(
  "a map of permission types",
  namesOf("TYPE", "permission type", permissionTypes),
  settings
)

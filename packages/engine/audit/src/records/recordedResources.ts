import type { Json, Resource } from "@toolgate/core"

/**
 * Returns the resources of a call as they are recorded. The paths that a command's words may name are left out, because
 * they only repeat those words and any secrets among them.
 */
export const recordedResources = (resources: ReadonlyArray<Resource>): Json => resources.map(recordedResource)

const recordedResource = (resource: Resource): Json => {
  switch (resource.kind) {
    case "file":
      return { kind: "file", path: resource.path, mode: resource.mode }
    case "host":
      return { kind: "host", host: resource.host, port: resource.port }
    case "command":
      return {
        kind: "command",
        argv: resource.argv,
        assigned: resource.assigned,
        hosts: resource.hosts.map(({ host, port }) => ({ host, port }))
      }
    case "opaque":
    case "unread":
      return { kind: resource.kind, reason: resource.reason }
  }
}

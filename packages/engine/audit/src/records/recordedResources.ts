import type { Json, Resource } from "@toolgate/core"

/**
 * What a call points at, as it is put on record. What a command's words would be as files is left out: it is those words once
 * more, and the secrets among them.
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

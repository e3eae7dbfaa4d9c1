import type { PolicyPrograms } from "@toolgate/policy"
import { path, type Shape } from "@toolgate/yaml-reading"

/** The folder of a team's files about programs. The files themselves are read with the policy: see `loadPrograms`. */
export const programs: Shape<PolicyPrograms> = {
  ...path,
  read: (entry, reading) => {
    const folder = path.read(entry, reading)
    return folder === undefined
      ? undefined
      : {
          folder,
          source: reading.source(entry.node.at),
          files: [],
          examples: [],
          paths: [],
          problems: [],
          isDoubtful: false
        }
  }
}

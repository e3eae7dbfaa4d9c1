import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import type { LeftOut } from "@toolgate/yaml-reading"

/** The content of catalogues: tools that are written down, and what their files say about permissions. */
export interface Catalogue {
  /** The known tools in their order, annotated where a file says so, followed by the tools that the files make. */
  readonly tools: ReadonlyArray<Tool>
  /** The permissions of each file that has any, as a configuration that can only narrow a policy. */
  readonly narrowing: ReadonlyArray<PolicyConfig>
  /** The absolute paths of what decides what runs: the catalogues, and the modules, programs and folders of their tools. */
  readonly files: ReadonlyArray<string>
  /** The entries that have problems. No tool of their names is among the tools, known ones included. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** The options of reading catalogues. */
export interface CatalogueOptions {
  /** The known tools. An entry without an implementation annotates one of them. */
  readonly tools: ReadonlyArray<Tool>
  /** The absolute path that `~/` stands for. Absent: the home folder from the system's user database. */
  readonly home?: string | undefined
  /** The workspace of the gate. Scripts in it that commands run are a part of their tools. Absent: the working folder of this process. */
  readonly workspace?: string | undefined
}

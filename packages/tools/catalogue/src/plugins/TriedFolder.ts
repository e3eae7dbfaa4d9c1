import type { Tool } from "@toolgate/core"
import type { Manifest } from "./makeManifestShape.ts"
import type { PluginProblem } from "./PluginProblem.ts"

/** A plugin that is active or switched off. */
export interface InForce {
  readonly name: string
  readonly digest: string
  readonly manifest: Manifest
  readonly tools: ReadonlyArray<Tool>
}

/** The state of a plugin's folder when it was last tried. */
export interface TriedFolder {
  readonly state: string
  readonly problems: ReadonlyArray<PluginProblem>
  readonly inForce: InForce | undefined
}

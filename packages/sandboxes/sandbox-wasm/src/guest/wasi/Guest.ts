import type { CommandWorld } from "../GuestWorld.ts"
import type { Descriptors } from "./Descriptors.ts"
import type { FileTree } from "./files/FileTree.ts"
import type { GuestClock } from "./GuestClock.ts"
import type { GuestMemory } from "./GuestMemory.ts"
import type { GuestRandom } from "./GuestRandom.ts"

/** The state of one command's run. */
export interface Guest {
  readonly argv: CommandWorld["argv"]
  readonly env: CommandWorld["env"]
  readonly memory: GuestMemory
  readonly clock: GuestClock
  readonly random: GuestRandom
  readonly tree: FileTree
  readonly descriptors: Descriptors
}

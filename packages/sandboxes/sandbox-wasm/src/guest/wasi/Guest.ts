import type { CommandWorld } from "../GuestWorld.ts"
import type { Descriptors } from "./Descriptors.ts"
import type { FileTree } from "./files/FileTree.ts"
import type { GuestClock } from "./GuestClock.ts"
import type { GuestMemory } from "./GuestMemory.ts"
import type { GuestRandom } from "./GuestRandom.ts"

/** A single run of a command: the parts on which its calls work. */
export interface Guest {
  readonly argv: CommandWorld["argv"]
  readonly env: CommandWorld["env"]
  readonly memory: GuestMemory
  readonly clock: GuestClock
  readonly random: GuestRandom
  readonly tree: FileTree
  readonly descriptors: Descriptors
}

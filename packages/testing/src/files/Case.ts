import type { FilesFixture } from "./FilesFixture.ts"

/** A case of the suite. `needs` names something of the machine without which the case is skipped. */
export interface Case {
  readonly name: string
  readonly check: (fixture: FilesFixture) => Promise<void>
  readonly needs?: { readonly what: string; readonly isThere: () => boolean }
}

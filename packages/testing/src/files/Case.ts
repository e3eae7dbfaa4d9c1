import type { FilesFixture } from "./FilesFixture.ts"

/** One case of the suite; `needs` says why it is skipped, where it is. */
export interface Case {
  readonly name: string
  readonly check: (fixture: FilesFixture) => Promise<void>
  readonly needs?: { readonly what: string; readonly isThere: () => boolean }
}

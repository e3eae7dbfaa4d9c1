import type { FilesFixture } from "./FilesFixture.ts"

/** A case of the suite. The case is skipped on machines that lack what `needs` names. */
export interface FilesCase {
  readonly name: string
  readonly check: (fixture: FilesFixture) => Promise<void>
  readonly needs?: { readonly what: string; readonly isThere: () => boolean }
}

/**
 * A guest that may be run, with the number by which processes know it. Its parts together are the module or the script.
 */
export type HeldGuest = { readonly id: number; readonly parts: ReadonlyArray<Uint8Array> } & (
  | { readonly kind: "module" }
  | { readonly kind: "script"; readonly isTypeScript: boolean }
)

/** Returns the size in bytes. */
export const sizeOf = ({ parts }: HeldGuest): number => parts.reduce((sum, part) => sum + part.length, 0)

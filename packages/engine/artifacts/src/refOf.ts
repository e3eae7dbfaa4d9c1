import { createHash } from "node:crypto"

/** Returns the reference to bytes. */
export const refOf = (bytes: Uint8Array): string =>
  `artifact:sha256-${createHash("sha256").update(bytes).digest("hex")}`

import { createHash } from "node:crypto"

/** Returns the reference of an artifact, made from the SHA-256 digest of its bytes. */
export const computeRef = (bytes: Uint8Array): string =>
  `artifact:sha256-${createHash("sha256").update(bytes).digest("hex")}`

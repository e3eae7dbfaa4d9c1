import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { canonicalizeJson } from "@toolgate/core/json"
import type { PolicyConfig, PolicyLayer } from "./PolicyConfig.ts"

/** A layer that was added to the last configuration while the policy ran: for one role, or for everyone. */
export interface AddedLayer {
  readonly role?: string
  readonly layer: PolicyLayer
}

/** Returns the SHA-256, in hexadecimal, of everything in the configurations and added layers that affects decisions. */
export const digestPolicy = (configs: ReadonlyArray<PolicyConfig>, added: ReadonlyArray<AddedLayer>): string => {
  const decisive = configs.map(({ name, tests, programs, ...decides }) =>
    programs === undefined ? decides : { ...decides, programs: [programs.files, programs.isDoubtful] }
  )
  return bytesToHex(sha256(utf8ToBytes(canonicalizeJson([plain(decisive), plain(added)]))))
}

/** Returns a value with its maps as objects, and without the places of its entries in their files. */
const plain = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  const members = value instanceof Map ? [...value] : Object.entries(value).filter(([name]) => name !== "source")
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]))
}

import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Returns the sign-in code of an approval page, such as `K3F9-2MQX`. It can only be computed with the store's key, and differs by port and
 * with each start of the gate.
 */
export const computePageCode = (key: SecretKey, page: string): string => {
  const bits = Buffer.from(key.mac("approval page", page), "base64url").readUIntBE(0, 5)
  const letters = Array.from({ length: 8 }, (_, at) => alphabet[Math.floor(bits / 32 ** at) % 32])
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`
}

// Excludes letters that look like digits.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Format of a page's name: port, dash, letters. */
export const pageName = /^(\d{1,5})-[0-9a-f]{10}$/

import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Returns the code with which a person signs in on an approval page, such as `K3F9-2MQX`. Only who has the store's key can tell it,
 * and a page of another port, or of a gate that starts anew, has another.
 */
export const pageCode = (key: SecretKey, page: string): string => {
  const bits = Buffer.from(key.mac("approval page", page), "base64url").readUIntBE(0, 5)
  const letters = Array.from({ length: 8 }, (_, at) => alphabet[Math.floor(bits / 32 ** at) % 32])
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`
}

// Without the letters that are mistaken for digits.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The form of a page's name: its port, and letters of its own. */
export const pageName = /^(\d{1,5})-[0-9a-f]{10}$/

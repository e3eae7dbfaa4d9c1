import { sha256 } from "@noble/hashes/sha2"
import { bytesToHex } from "@noble/hashes/utils"

export const hash = (algorithm: string, text: string): string => {
  if (algorithm !== "sha256") throw new Error(`The playground has no "${algorithm}".`)
  return bytesToHex(sha256(text))
}

import { errno, Failure } from "../errno.ts"

/**
 * Returns an offset or a size from the guest. Throws EINVAL for a negative one, and EFBIG for one beyond what a number
 * holds exactly.
 */
export const offsetOf = (bits: bigint): number => {
  if (BigInt.asIntN(64, bits) < 0n) throw new Failure(errno.INVAL)
  if (bits > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure(errno.FBIG)
  return Number(bits)
}

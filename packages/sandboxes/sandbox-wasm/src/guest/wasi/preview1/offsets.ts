import { errno, Failure } from "../errno.ts"

/** An offset or a size from the guest. Negative ones are EINVAL; none is beyond what a number holds exactly, EFBIG. */
export const offsetOf = (bits: bigint): number => {
  if (BigInt.asIntN(64, bits) < 0n) throw new Failure(errno.INVAL)
  if (bits > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure(errno.FBIG)
  return Number(bits)
}

import { type Permit, type Refused, refused } from "@toolgate/core"

/** The limits of one run: the strictest of its grant, its tool, and this sandbox's options. */
export interface GuestLimits {
  readonly wallMs: number
  /** Processor time in milliseconds. Infinity: unlimited. */
  readonly cpuMs: number
  readonly memoryBytes: number
  readonly outputBytes: number
}

/** Returns the limits of a permit, or a refusal if they cannot be enforced. */
export const getGuestLimits = (
  { request: { tool }, grant }: Permit,
  mostMemory: number,
  calls: number
): GuestLimits | Refused => {
  const { limits } = grant
  const [wallMs, cpuMs, memoryBytes] = [limits.wallMs, limits.cpuMs, limits.memoryBytes].map((bound) =>
    bound === "unlimited" ? Number.POSITIVE_INFINITY : bound
  ) as [number, number, number]
  const { outputBytes, chainMs = Number.POSITIVE_INFINITY } = limits
  // Written so that NaN is refused too.
  if (!(wallMs > 0 && chainMs > 0 && cpuMs > 0 && memoryBytes > 0 && outputBytes >= 0 && outputBytes <= mostOutput))
    return refused(
      "SandboxUnavailable",
      `Tool "${tool.name}" has invalid limits: each must be above 0, and the output at most 256 MiB.`,
      { limits: Object.fromEntries(Object.entries(limits).map(([name, bound]) => [name, String(bound)])) }
    )
  return {
    wallMs: Math.min(wallMs, tool.timeoutMs, calls > 0 ? chainMs : Number.POSITIVE_INFINITY),
    cpuMs,
    memoryBytes: Math.min(memoryBytes, mostMemory),
    outputBytes
  }
}

const mostOutput = 256 * 2 ** 20

/** The limits of one token. */
export interface Limits {
  /** The most requests without an answer. */
  readonly open: number
  /** The most requests in a second, on average. */
  readonly perSecond: number
  /** The most requests at once after a pause. */
  readonly burst: number
}

/** The limits of tokens that are not configured. */
export const usualLimits: Limits = { open: 256, perSecond: 1_000, burst: 2_000 }

/** Counts the requests of each token. One token cannot use up another's share. */
export class TokenLimits {
  private readonly limits: Limits
  private readonly now: () => number
  private readonly tokens = new Map<string, { open: number; left: number; at: number }>()

  constructor(limits: Limits = usualLimits, now: () => number = () => performance.now()) {
    this.limits = limits
    this.now = now
  }

  /** Counts a request. Returns false if it exceeds a limit, and then it is not counted as open. */
  enter(token: string): boolean {
    const { open, perSecond, burst } = this.limits
    const now = this.now()
    const count = this.tokens.get(token) ?? { open: 0, left: burst, at: now }
    this.tokens.set(token, count)
    count.left = Math.min(burst, count.left + ((now - count.at) / 1_000) * perSecond)
    count.at = now
    if (count.open >= open || count.left < 1) return false
    count.open += 1
    count.left -= 1
    return true
  }

  /** Counts what goes on after the request that began it. Returns false if that exceeds the limit of open requests. */
  hold(token: string): boolean {
    const count = this.tokens.get(token)
    if (count === undefined || count.open >= this.limits.open) return false
    count.open += 1
    return true
  }

  /** Marks a counted request as answered. */
  leave(token: string): void {
    const count = this.tokens.get(token)
    if (count !== undefined) count.open -= 1
  }
}

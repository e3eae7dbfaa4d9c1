import type { QuotaCount } from "@toolgate/core"

/** The counts that end with their sessions. */
export class SessionCounts {
  private readonly sessions = new Map<string, Map<string, number>>()

  /** Returns the first count of a session that is full. Other counts do not matter. */
  firstFull(counts: ReadonlyArray<QuotaCount>): QuotaCount | undefined {
    return counts.find(
      ({ window, owner, tool, limit }) => window === "session" && (this.sessions.get(owner)?.get(tool) ?? 0) >= limit
    )
  }

  /** Counts one call in the counts of sessions. Returns a function that takes it back. */
  add(counts: ReadonlyArray<QuotaCount>): () => void {
    const counted = counts.flatMap(({ window, owner, tool }) => {
      if (window !== "session") return []
      const tools = this.sessions.get(owner) ?? new Map<string, number>()
      this.sessions.set(owner, tools)
      tools.set(tool, (tools.get(tool) ?? 0) + 1)
      return [{ tools, tool }]
    })
    // A session that has ended meanwhile has other counts now, from which nothing is taken.
    return () => {
      for (const { tools, tool } of counted) tools.set(tool, (tools.get(tool) ?? 0) - 1)
    }
  }

  end(session: string): void {
    this.sessions.delete(session)
  }
}

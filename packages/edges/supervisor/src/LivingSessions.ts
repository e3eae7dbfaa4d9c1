/** The sessions of running runners. A session ends with its last runner, even if calls are still open. */
export class LivingSessions<Runner> {
  private readonly runners = new Map<string, Set<Runner>>()
  private readonly ended: (session: string) => void

  constructor(ended: (session: string) => void) {
    this.ended = ended
  }

  enter(session: string, runner: Runner): void {
    const runners = this.runners.get(session) ?? new Set()
    this.runners.set(session, runners.add(runner))
  }

  leave(session: string, runner: Runner): void {
    const runners = this.runners.get(session)
    runners?.delete(runner)
    if (runners?.size !== 0) return
    this.runners.delete(session)
    this.ended(session)
  }

  /** Returns the first runner of a session. */
  of(session: string): Runner | undefined {
    return this.runners.get(session)?.values().next().value
  }
}

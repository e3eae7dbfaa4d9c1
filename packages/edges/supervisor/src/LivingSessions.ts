/**
 * The sessions of the living runners. A session ends with the last of its runners, also if calls are still in flight.
 */
export class LivingSessions {
  private readonly runners = new Map<string, number>()
  private readonly ended: (session: string) => void

  constructor(ended: (session: string) => void) {
    this.ended = ended
  }

  enter(session: string): void {
    this.runners.set(session, (this.runners.get(session) ?? 0) + 1)
  }

  leave(session: string): void {
    const left = (this.runners.get(session) ?? 0) - 1
    if (left > 0) {
      this.runners.set(session, left)
      return
    }
    this.runners.delete(session)
    this.ended(session)
  }
}

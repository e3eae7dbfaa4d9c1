import { setImmediate } from "node:timers/promises"
import type { EventsLost, ToolEvent } from "@toolgate/core"

/** A live subscriber that counts events, so that figures include the cost of reading and lost events are noticed. */
export class EventReader {
  seen = 0
  lost = 0

  take(event: ToolEvent | EventsLost): void {
    if (event.type === "events.lost") this.lost += event.count
    else this.seen++
  }

  /** Resolves when no more events come, so that a batch lasts until its events are read. */
  async caughtUp(): Promise<void> {
    for (let before = -1; before !== this.seen; ) {
      before = this.seen
      await setImmediate()
    }
  }
}

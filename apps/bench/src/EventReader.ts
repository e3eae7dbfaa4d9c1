import { setImmediate } from "node:timers/promises"
import type { EventsLost, ToolEvent } from "@toolgate/core"

/** Counts what a live subscriber reads, so that what it costs is in the figures, and what it missed is told. */
export class EventReader {
  seen = 0
  lost = 0

  take(event: ToolEvent | EventsLost): void {
    if (event.type === "events.lost") this.lost += event.count
    else this.seen++
  }

  /** Ends when nothing more comes: a batch lasts until its events have been read. */
  async caughtUp(): Promise<void> {
    for (let before = -1; before !== this.seen; ) {
      before = this.seen
      await setImmediate()
    }
  }
}

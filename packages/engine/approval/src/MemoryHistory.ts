import { type ApprovalEvent, type ApprovalView, mostApprovalViews } from "@toolgate/core"

type Who = Pick<ApprovalView, "by" | "from">

/** The history of one approval in memory. */
export class MemoryHistory {
  private readonly events: Array<ApprovalEvent> = []
  private views = 0

  list(): ReadonlyArray<ApprovalEvent> {
    return [...this.events]
  }

  add(kind: ApprovalEvent["kind"], at: number, who: Who = {}): void {
    this.events.push(Object.freeze({ kind, at, ...pickWho(who) }))
  }

  /** Adds a view, or sets the time of the last view if the person saw the approval before. */
  see(view: ApprovalView, at: number): void {
    const { by, from } = pickWho(view)
    const index = this.events.findIndex((one) => one.kind === view.how && one.by === by && one.from === from)
    const earlier = this.events[index]
    if (earlier !== undefined) {
      const { kind, at: first, ...who } = earlier
      this.events[index] = Object.freeze({ kind, at: first, ...who, lastAt: at })
    } else if (this.views < mostApprovalViews) {
      this.views++
      this.add(view.how, at, view)
    }
  }
}

const pickWho = ({ by = "", from = "" }: Who): Pick<ApprovalEvent, "by" | "from"> => ({
  ...(by === "" ? {} : { by }),
  ...(from === "" ? {} : { from })
})

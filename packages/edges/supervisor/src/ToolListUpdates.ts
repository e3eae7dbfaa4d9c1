import { type Asker, type DispatchContext, isHosted, type ToolDefinition } from "@toolgate/core"
import type { SupervisorMessage } from "@toolgate/runner/protocol"
import { describeTool } from "./describeTool.ts"
import type { RunnerTools } from "./RunnerTools.ts"

/** The functions of the channel and the log that are needed here. */
interface Teller {
  readonly send: (message: SupervisorMessage) => void
  /** Whether the runner leaves too much unread. */
  readonly isBehind: () => boolean
  readonly broke: (cause: unknown) => void
}

/**
 * Sends one process of a runner the list of its tools again when they change. Changes in quick succession are combined.
 * A runner that reads too slowly receives the list after it has caught up, so at most one list is pending for each
 * runner.
 */
export class ToolListUpdates {
  private readonly tools: RunnerTools
  private readonly context: DispatchContext
  private readonly teller: Teller
  private readonly unlisten: () => void
  /** The last list that was sent. */
  private told: ReadonlyArray<ToolDefinition>
  private timer: ReturnType<typeof setTimeout> | undefined = undefined

  /** `told`: the list in `hello`. */
  constructor(tools: RunnerTools, context: DispatchContext, told: ReadonlyArray<ToolDefinition>, teller: Teller) {
    this.tools = tools
    this.context = context
    this.told = told
    this.teller = teller
    this.unlisten = tools.listen(() => this.changed())
  }

  end(): void {
    this.unlisten()
    clearTimeout(this.timer)
  }

  private changed(): void {
    this.timer ??= setTimeout(() => this.tell(), togetherMs)
  }

  private tell(): void {
    this.timer = undefined
    const { context, teller, tools } = this
    if (teller.isBehind()) {
      this.changed()
      return
    }
    try {
      const now = listVisibleTools(tools, context)
      if (isSame(now, this.told)) return
      this.told = now
      teller.send({ op: "tools_changed", tools: now.map(describeTool) })
    } catch (cause) {
      teller.broke(cause)
    }
  }
}

/**
 * Returns the tools that a runner may see. Hosted tools are excluded, because a runner cannot pass them to a model
 * provider.
 */
export const listVisibleTools = (tools: Pick<RunnerTools, "visible">, context: Asker): ReadonlyArray<ToolDefinition> =>
  tools.visible(context).filter((tool) => !isHosted(tool))

/** Milliseconds within which changes are combined. */
const togetherMs = 100

// A definition is the same object until its tool is replaced.
const isSame = (some: ReadonlyArray<ToolDefinition>, others: ReadonlyArray<ToolDefinition>): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

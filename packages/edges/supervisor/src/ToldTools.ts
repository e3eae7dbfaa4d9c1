import { type Asker, type DispatchContext, isHosted, type ToolDefinition } from "@toolgate/core"
import type { SupervisorMessage } from "@toolgate/runner/protocol"
import type { RunnerTools } from "./RunnerTools.ts"
import { toolDescription } from "./toolDescription.ts"

/** The channel and the log, as telling a runner needs them. */
interface Teller {
  readonly send: (message: SupervisorMessage) => void
  /** Whether the runner leaves more unread than it may. */
  readonly isBehind: () => boolean
  readonly broke: (cause: unknown) => void
}

/**
 * Tells one process of a runner the list of its tools again when the tools that it may call have changed. Changes that
 * come close together are told as one list. A runner that is behind in reading is told when it has caught up. So at
 * most one list waits for a runner, however often the tools change.
 */
export class ToldTools {
  private readonly tools: RunnerTools
  private readonly context: DispatchContext
  private readonly teller: Teller
  private readonly unlisten: () => void
  /** The list that the runner was told last. */
  private told: ReadonlyArray<ToolDefinition>
  private timer: ReturnType<typeof setTimeout> | undefined = undefined

  /** `told` is the list of the `hello`. */
  constructor(tools: RunnerTools, context: DispatchContext, told: ReadonlyArray<ToolDefinition>, teller: Teller) {
    this.tools = tools
    this.context = context
    this.told = told
    this.teller = teller
    this.unlisten = tools.listen(() => this.changed())
  }

  /** Stops telling. */
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
      const now = toldTo(tools, context)
      if (isSame(now, this.told)) return
      this.told = now
      teller.send({ op: "tools_changed", tools: now.map(toolDescription) })
    } catch (cause) {
      teller.broke(cause)
    }
  }
}

/** Returns the tools that a runner is told about. A hosted tool is none: a runner is not told what its provider would need. */
export const toldTo = (tools: Pick<RunnerTools, "visible">, context: Asker): ReadonlyArray<ToolDefinition> =>
  tools.visible(context).filter((tool) => !isHosted(tool))

/** The time during which further changes become part of the same list, in milliseconds. */
const togetherMs = 100

// A definition is one object until its tool is replaced.
const isSame = (some: ReadonlyArray<ToolDefinition>, others: ReadonlyArray<ToolDefinition>): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

import type { ToolEvent } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { type CallOutcome, type EndedCall, getErrorType, getOutcome } from "./EndedCall.ts"

type Decision = Extract<ToolEvent, { readonly type: "tool.confirmation_resolved" }>["decision"]

/** The metrics of one gate's calls, in a registry apart from other metrics of the process. */
export class CallMetrics {
  readonly services = Context.make(Metric.MetricRegistry, new Map())
  private readonly tools = new Map<string, ToolMetrics>()
  private readonly decisions = new Map<Decision, Metric.Counter<number>>()
  private readonly dropped = countOf("toolgate.telemetry.dropped", "Calls whose spans were dropped.", {})
  private readonly failed = countOf("toolgate.telemetry.failures", "Requests to the receiver that failed.", {})

  /** `countOpen` returns the number of open questions. */
  constructor(countOpen: () => number) {
    const get = () => ({ value: countOpen() })
    const about = { description: "Approvals that wait for a person.", attributes: { unit: "{approval}" } }
    const waiting = Metric.gauge("toolgate.approvals.waiting", about)
    Metric.registerUnsafe(waiting, this.services, { get, update: () => {}, modify: () => {} })
  }

  end(ended: EndedCall): void {
    const { answer } = ended
    const tool = this.of(answer.effects === undefined ? otherTool : answer.toolName)
    tool.count(getOutcome(ended), this.services)
    // A repeated answer is that of an earlier run.
    if (answer.executed === "no" || answer.replayed === true) return
    tool.last(getErrorType(ended), answer.durationMs / 1000, this.services)
  }

  decide(decision: Decision): void {
    let counter = this.decisions.get(decision)
    if (counter === undefined) {
      counter = countOf("toolgate.approvals", "Decisions about approvals.", { "toolgate.approval.decision": decision })
      this.decisions.set(decision, counter)
    }
    counter.updateUnsafe(1, this.services)
  }

  drop(): void {
    this.dropped.updateUnsafe(1, this.services)
  }

  fail(): void {
    this.failed.updateUnsafe(1, this.services)
  }

  /** Returns the metrics in the text format of Prometheus, with its names for units and counters. */
  format(): string {
    return PrometheusMetrics.formatUnsafe(this.services, {
      metricNameMapper: (name) =>
        name === durationName ? `${name}_seconds` : name === gaugeName ? name : `${name}_total`
    })
  }

  // Names that a model makes up, and those of servers that rename their tools, must not fill the memory.
  private of(name: string): ToolMetrics {
    const key = this.tools.size < mostTools || this.tools.has(name) ? name : otherTool
    let tool = this.tools.get(key)
    if (tool === undefined) {
      tool = new ToolMetrics(key)
      this.tools.set(key, tool)
    }
    return tool
  }
}

/** The metrics of one tool. */
class ToolMetrics {
  private readonly name: string
  private readonly outcomes = new Map<CallOutcome, Metric.Counter<number>>()
  private readonly durations = new Map<string | undefined, Metric.Histogram<number>>()

  constructor(name: string) {
    this.name = name
  }

  count(outcome: CallOutcome, services: Context.Context<never>): void {
    let counter = this.outcomes.get(outcome)
    if (counter === undefined) {
      const attributes = { "gen_ai.tool.name": this.name, "toolgate.outcome": outcome }
      counter = countOf("toolgate.calls", "Calls by tool and outcome.", attributes)
      this.outcomes.set(outcome, counter)
    }
    counter.updateUnsafe(1, services)
  }

  last(errorType: string | undefined, seconds: number, services: Context.Context<never>): void {
    let histogram = this.durations.get(errorType)
    if (histogram === undefined) {
      histogram = Metric.histogram(durationName, {
        description: "The running time of calls, without waiting.",
        attributes: {
          unit: "s",
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": this.name,
          ...(errorType === undefined ? {} : { "error.type": errorType })
        },
        boundaries
      })
      this.durations.set(errorType, histogram)
    }
    histogram.updateUnsafe(seconds, services)
  }
}

const countOf = (name: string, description: string, attributes: Record<string, string>): Metric.Counter<number> =>
  Metric.counter(name, { description, attributes: { unit: "1", ...attributes }, incremental: true })

const durationName = "gen_ai.execute_tool.duration"
const gaugeName = "toolgate.approvals.waiting"
/** Stands for tools that do not exist, and for those beyond the limit. */
const otherTool = "_OTHER"
const mostTools = 1_000

/** The boundaries of the GenAI conventions in seconds, after two for tools that take less than 10 ms. */
const boundaries = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92
]

import type { ExecutionGrant, Json } from "@toolgate/core"
import { summarizeGrant } from "@toolgate/policy"
import { type DryAnswer, type DryStop, isFaulty } from "../dryRun/DryAnswer.ts"

/**
 * Returns a verdict as JSON with fixed key order. Keys without a value are omitted: `why` if allowed, `confinement`, `limits` and `access`
 * if denied, `unavailable` if this machine could run the call, and `error` if the request was valid.
 */
export const buildVerdictJson = (
  answer: DryAnswer,
  { line, unavailable }: { readonly line?: number; readonly unavailable?: string | undefined } = {}
) => {
  if (answer._tag === "Stopped")
    return { ...denied(answer), ...(isFaulty(answer) ? { error: errorOf(answer, line) } : {}) }
  const { verdict, grant } = answer
  return {
    decision: verdict.decision,
    because: becauseOf(verdict.because),
    sandbox: grant?.sandbox ?? null,
    ...(grant === undefined ? {} : { confinement: grant.confinement }),
    ...(verdict.decision === "allow" ? {} : { why: verdict.why }),
    ...(grant === undefined ? {} : { limits: limitsOf(grant), access: summarizeGrant(grant).access }),
    ...(unavailable === undefined ? {} : { unavailable })
  }
}

const becauseOf = ({ layer, rule, source }: DryStop["because"]) => ({ layer, rule, source })

const denied = ({ because, refused }: DryStop) => ({
  decision: "deny" as const,
  because: becauseOf(because),
  sandbox: null,
  why: refused.message
})

/** Describes an invalid request: class and slug of the answer, and the position of the mistake. */
const errorOf = ({ refused }: DryStop, line: number | undefined): Readonly<Record<string, Json>> => {
  const { line: _, ...details } = refused.details
  return { class: refused.class, slug: refused.slug, ...(line === undefined ? {} : { line }), ...details }
}

const limitsOf = ({ limits }: ExecutionGrant) => ({
  wall_ms: limits.wallMs,
  cpu_ms: limits.cpuMs,
  memory_bytes: limits.memoryBytes,
  ...(limits.memoryShare === undefined ? {} : { memory_share: limits.memoryShare }),
  processes: limits.processes,
  output_bytes: limits.outputBytes,
  ...(limits.chainCalls === undefined ? {} : { chain_calls: limits.chainCalls }),
  ...(limits.chainCallMs === undefined ? {} : { chain_call_ms: limits.chainCallMs }),
  ...(limits.chainMs === undefined ? {} : { chain_ms: limits.chainMs }),
  ...(limits.chainInlineBytes === undefined ? {} : { chain_inline_bytes: limits.chainInlineBytes })
})

import type { ExecutionGrant, Json } from "@toolgate/core"
import { type DryAnswer, type DryStop, isFaulty } from "@toolgate/policy-files"

/**
 * A verdict as a program reads it. The keys stand in this order; `why`, `limits`, `access`, `unavailable` and `error` are left out
 * where there is nothing to say: `why` of what is allowed, `confinement`, `limits` and `access` of what is denied, `unavailable` of
 * what would run on this machine, `error` of a request that could be judged.
 */
export const verdictJson = (
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
    ...(grant === undefined ? {} : { limits: limitsOf(grant), access: grant.access }),
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

/** What is wrong with a request: the class and slug that a call would be answered with, and where it is wrong. */
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
  output_bytes: limits.outputBytes
})

import { adapterFamilies } from "./adapters/adapterFamilies.ts"
import { approvalFamilies } from "./approvals/approvalFamilies.ts"
import { auditFamilies } from "./audit/auditFamilies.ts"
import type { Family } from "./Case.ts"
import { argumentSize } from "./cases/argumentSize.ts"
import { callerCount } from "./cases/callers.ts"
import { everything } from "./cases/everything.ts"
import { pinning } from "./cases/pinning.ts"
import { refusals } from "./cases/refusals.ts"
import { registration } from "./cases/registration.ts"
import { toolCount } from "./cases/toolCount.ts"
import { loading as catalogueLoading } from "./catalogue/loading.ts"
import { reloading as pluginReloading } from "./catalogue/reloading.ts"
import { skills } from "./catalogue/skills.ts"
import { calls as chainCalls } from "./chain/calls.ts"
import { resumed as chainResumed } from "./chain/resumed.ts"
import { tokens as chainTokens } from "./chain/tokens.ts"
import { mcpFamilies } from "./mcp/mcpFamilies.ts"
import type { Options } from "./options.ts"
import { peers } from "./peers/peers.ts"
import { policyFamilies } from "./policy/policyFamilies.ts"
import { declaring } from "./providers/declaring.ts"
import type { Scale } from "./Scale.ts"
import { sandboxFamilies } from "./sandboxes/sandboxFamilies.ts"
import { steps } from "./steps/steps.ts"
import { supervisorFamilies } from "./supervisor/supervisorFamilies.ts"
import { toolboxFamilies } from "./toolbox/toolboxFamilies.ts"
import { turnWaves } from "./turns/turnWaves.ts"

type Make = (scale: Scale) => Promise<Family>

const all = new Map<string, Make>([
  ["everything", everything],
  ["tools", toolCount],
  ["arguments", argumentSize],
  ["callers", callerCount],
  ["refusals", refusals],
  ["registration", registration],
  ["pins", pinning],
  ["peers", peers],
  ...policyFamilies,
  ...sandboxFamilies,
  ...supervisorFamilies,
  ...auditFamilies,
  ...approvalFamilies,
  ...mcpFamilies,
  ...adapterFamilies,
  ["providers.declare", declaring],
  ...toolboxFamilies,
  ["catalogue.load", catalogueLoading],
  ["plugins.reload", pluginReloading],
  ["skills", skills],
  ["chain.tokens", chainTokens],
  ["chain.calls", chainCalls],
  ["chain.resumed", chainResumed],
  ["turn.waves", turnWaves]
])

/** Returns the selected families: one family, or all whose names start with the given name and a dot. */
export const families = ({ only, steps: bySteps }: Options): ReadonlyArray<Make> => {
  if (bySteps) return steps
  if (only === undefined) return [...all.values()]
  if (only === heapOnly) return []
  const some = [...all].filter(([name]) => name === only || name.startsWith(`${only}.`)).map(([, make]) => make)
  if (some.length === 0) throw new Error(`"--only" takes one of ${[...all.keys()].join(", ")}, ${heapOnly}.`)
  return some
}

const heapOnly = "heap"

/** Whether the heap is selected. It is not a family: it is measured once, while nothing else runs. */
export const heapIsAskedFor = ({ only, steps: bySteps }: Options): boolean =>
  !bySteps && (only === undefined || only === heapOnly)

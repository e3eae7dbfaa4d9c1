import { adapterFamilies } from "./adapters/adapterFamilies.ts"
import { approvalFamilies } from "./approvals/approvalFamilies.ts"
import { auditFamilies } from "./audit/auditFamilies.ts"
import type { Family } from "./Case.ts"
import { measureCallerCount } from "./cases/callers.ts"
import { measureArgumentSize } from "./cases/measureArgumentSize.ts"
import { measureEverything } from "./cases/measureEverything.ts"
import { measurePinning } from "./cases/measurePinning.ts"
import { measureRefusals } from "./cases/measureRefusals.ts"
import { measureRegistration } from "./cases/measureRegistration.ts"
import { measureTelemetry } from "./cases/measureTelemetry.ts"
import { measureToolCount } from "./cases/measureToolCount.ts"
import { measureLoading as catalogueLoading } from "./catalogue/measureLoading.ts"
import { measureReloading as pluginReloading } from "./catalogue/measureReloading.ts"
import { measureSkills } from "./catalogue/measureSkills.ts"
import { measureCalls as chainCalls } from "./chain/measureCalls.ts"
import { measureResumed as chainResumed } from "./chain/measureResumed.ts"
import { measureTokens as chainTokens } from "./chain/measureTokens.ts"
import { mcpFamilies } from "./mcp/mcpFamilies.ts"
import type { Options } from "./options.ts"
import { measurePeers } from "./peers/measurePeers.ts"
import { policyFamilies } from "./policy/policyFamilies.ts"
import { measureDeclaring } from "./providers/measureDeclaring.ts"
import type { Scale } from "./Scale.ts"
import { sandboxFamilies } from "./sandboxes/sandboxFamilies.ts"
import { measureSocket } from "./server/measureSocket.ts"
import { steps } from "./steps/steps.ts"
import { supervisorFamilies } from "./supervisor/supervisorFamilies.ts"
import { toolboxFamilies } from "./toolbox/toolboxFamilies.ts"
import { measureTurnWaves } from "./turns/measureTurnWaves.ts"

type Make = (scale: Scale) => Promise<Family>

const all = new Map<string, Make>([
  ["everything", measureEverything],
  ["tools", measureToolCount],
  ["arguments", measureArgumentSize],
  ["callers", measureCallerCount],
  ["refusals", measureRefusals],
  ["registration", measureRegistration],
  ["pins", measurePinning],
  ["peers", measurePeers],
  ["telemetry", measureTelemetry],
  ...policyFamilies,
  ...sandboxFamilies,
  ...supervisorFamilies,
  ...auditFamilies,
  ...approvalFamilies,
  ...mcpFamilies,
  ["server.socket", measureSocket],
  ...adapterFamilies,
  ["providers.declare", measureDeclaring],
  ...toolboxFamilies,
  ["catalogue.load", catalogueLoading],
  ["plugins.reload", pluginReloading],
  ["skills", measureSkills],
  ["chain.tokens", chainTokens],
  ["chain.calls", chainCalls],
  ["chain.resumed", chainResumed],
  ["turn.waves", measureTurnWaves]
])

/** Returns the selected families: one family, or all whose names start with the given name and a dot. */
export const selectFamilies = ({ only, steps: bySteps }: Options): ReadonlyArray<Make> => {
  if (bySteps) return steps
  if (only === undefined) return [...all.values()]
  if (only === heapOnly) return []
  const some = [...all].filter(([name]) => name === only || name.startsWith(`${only}.`)).map(([, make]) => make)
  if (some.length === 0) throw new Error(`"--only" takes one of ${[...all.keys()].join(", ")}, ${heapOnly}.`)
  return some
}

const heapOnly = "heap"

/** Whether the heap is selected. It is not a family: it is measured once, while nothing else runs. */
export const isHeapSelected = ({ only, steps: bySteps }: Options): boolean =>
  !bySteps && (only === undefined || only === heapOnly)

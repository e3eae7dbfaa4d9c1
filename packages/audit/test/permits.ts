import type { Args, CallContext, Permit, Ran, Resource, SideEffectClass, Tool } from "@toolgate/core"
import { unlimited } from "@toolgate/core"
import { permissionRequest } from "@toolgate/testing"

export interface PermitParts {
  readonly id?: string
  readonly sideEffects?: SideEffectClass
  readonly tool?: Partial<Tool>
  readonly args?: Args
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<CallContext>
}

/** A permit as a policy gives one, for a call that writes unless told otherwise. */
export const permitFor = ({
  id = "1",
  sideEffects = "WRITE",
  tool,
  args,
  resources,
  context
}: PermitParts = {}): Permit => {
  const request = permissionRequest({
    tool: { ...tool, sideEffects },
    ...(args === undefined ? {} : { args }),
    ...(resources === undefined ? {} : { resources }),
    context: { callId: id, ...context }
  })
  return {
    request: { ...request, call: { ...request.call, id } },
    grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
    because: { layer: "test", rule: "allow", source: "permits" },
    waitedMs: 0
  }
}

export const ran = (more: Partial<Ran> = {}): Ran => ({
  output: { content: [], success: true, metadata: {} },
  error: undefined,
  enforced: {
    wallMs: "none",
    cpuMs: "none",
    memoryBytes: "none",
    processes: "none",
    outputBytes: "none",
    access: "none",
    files: "none",
    syscalls: "none"
  },
  ...more
})

import {
  type Args,
  type DispatchContext,
  type Permit,
  type Ran,
  type Resource,
  type SideEffectClass,
  type Tool,
  unlimited
} from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"

export interface PermitParts {
  readonly id?: string
  readonly sideEffects?: SideEffectClass
  readonly tool?: Partial<Tool>
  readonly args?: Args
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<DispatchContext>
}

/** Returns a permit as a policy gives it. By default, the call writes. */
export const permitFor = ({
  id = "1",
  sideEffects = "WRITE",
  tool,
  args,
  resources,
  context
}: PermitParts = {}): Permit => ({
  request: makePermissionRequest({
    id,
    tool: { ...tool, sideEffects },
    ...(args === undefined ? {} : { args }),
    ...(resources === undefined ? {} : { resources }),
    ...(context === undefined ? {} : { context })
  }),
  grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
  because: { layer: "test", rule: "allow", source: "permits" },
  waitedMs: 0
})

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

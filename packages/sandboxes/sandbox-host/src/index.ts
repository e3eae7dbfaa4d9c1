export type { Variables } from "@toolgate/processes"
export { buildProcessSpec, type GrantedProcessSpec } from "./buildProcessSpec.ts"
export * as NodeHostSandbox from "./NodeHostSandbox.ts"
export type { Grace } from "./Patience.ts"

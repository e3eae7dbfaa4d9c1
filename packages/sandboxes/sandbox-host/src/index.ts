export type { Variables } from "@toolgate/processes"
export * as NodeHostSandbox from "./NodeHostSandbox.ts"
export type { Grace } from "./Patience.ts"
export { type ProcessUnder, processUnder } from "./processUnder.ts"

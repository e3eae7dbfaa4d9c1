export { type GuestFiles, GuestProgram } from "./GuestProgram.ts"
export * as ProcessWasmSandbox from "./ProcessWasmSandbox.ts"
export type { WasmOptions } from "./WasmOptions.ts"

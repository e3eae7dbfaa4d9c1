export { type GuestFiles, GuestProgram } from "./GuestProgram.ts"
export * as ProcessWasmSandbox from "./ProcessWasmSandbox.ts"

import type { AdmissionBounds } from "../../src/admission/AdmissionBounds.ts"

/** The bounds of the tests, with 16 MiB of memory. */
export const bounds: AdmissionBounds = {
  memoryPages: 256,
  tableEntries: 1_000,
  moduleBytes: 1_000_000,
  imports: new Set(["fd_write", "proc_exit", "args_get"])
}

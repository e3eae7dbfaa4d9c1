import { python } from "./clients.ts"
import { contractOf } from "./contract.ts"

// In a separate file, because only these tests depend on programs of the machine.
contractOf(python)

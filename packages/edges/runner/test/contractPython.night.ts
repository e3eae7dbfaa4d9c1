import { python } from "./clients.ts"
import { contractOf } from "./contract.ts"

// In a file of its own, because only these tests depend on what the machine has.
contractOf(python)

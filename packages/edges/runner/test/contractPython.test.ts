import { python } from "./clients.ts"
import { contractOf } from "./contract.ts"

// Beside the other language's in a file of its own, which alone depends on what the machine has.
contractOf(python)

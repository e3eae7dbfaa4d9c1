import { typescript } from "./clients.ts"
import { contractOf } from "./contract.ts"

contractOf(typescript)

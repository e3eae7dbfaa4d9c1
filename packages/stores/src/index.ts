export { Database } from "./Database.ts"
export { openStore } from "./openStore.ts"
export { StoreInvalid } from "./StoreInvalid.ts"

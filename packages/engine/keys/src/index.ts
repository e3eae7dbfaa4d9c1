export { KeyUnavailable } from "./KeyUnavailable.ts"
export { keyFile } from "./keyFile.ts"
export { keyOf } from "./keyOf.ts"
export { SecretKey } from "./SecretKey.ts"

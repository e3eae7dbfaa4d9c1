export { toolsFor } from "./ai-sdk/toolsFor.ts"

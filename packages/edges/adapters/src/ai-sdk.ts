export { type FromAiSdkOptions, fromAiSdk } from "./ai-sdk/fromAiSdk.ts"
export { toolsFor } from "./ai-sdk/toolsFor.ts"

export { createTools } from "./ai-sdk/createTools.ts"
export { type FromAiSdkOptions, fromAiSdk } from "./ai-sdk/fromAiSdk.ts"

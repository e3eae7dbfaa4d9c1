export { addressKinds, resourceArguments, serverAddress, shownAddress } from "./upstream/offers/addresses.ts"
export type { PromptFacts } from "./upstream/offers/promptTool.ts"
export { completionToolName, offerToolNames, promptToolName, resourceToolName } from "./upstream/offers/ServerOffers.ts"

export { addressKinds, getResourceArguments, parseClientAddress, toClientAddress } from "./upstream/offers/addresses.ts"
export type { PromptFacts } from "./upstream/offers/createPromptTool.ts"
export {
  listOfferToolNames,
  nameCompletionTool,
  namePromptTool,
  nameResourceTool
} from "./upstream/offers/ServerOffers.ts"

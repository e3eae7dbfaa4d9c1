export { type FromLangChainOptions, fromLangChain } from "./langchain/fromLangChain.ts"
export { toolsFor } from "./langchain/toolsFor.ts"

export { createTools } from "./langchain/createTools.ts"
export { type FromLangChainOptions, fromLangChain } from "./langchain/fromLangChain.ts"

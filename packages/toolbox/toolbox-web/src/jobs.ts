// The jobs of the web tools, which run in the worker: HTML is a stranger's, and may take any time to read.
export { markdownOf } from "./fetch-docs/markdownOf.ts"
export { readResults } from "./web-search/readResults.ts"

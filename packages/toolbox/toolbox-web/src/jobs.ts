// The jobs of the web tools, which run in the worker: untrusted HTML may take any time to parse.
export { readMarkdown } from "./fetch-docs/readMarkdown.ts"
export { readResults } from "./web-search/readResults.ts"

// The jobs of the data tools, which run in the worker.
export { checked } from "./json-parse/checked.ts"
export { query } from "./json-query/query.ts"

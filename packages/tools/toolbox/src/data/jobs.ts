// The jobs of the data tools, which run in the worker.
export { convert } from "./csv-to-json/convert.ts"
export { checked } from "./json-parse/checked.ts"
export { query } from "./json-query/query.ts"
export { write } from "./json-to-csv/write.ts"
export { select } from "./sql-query/select.ts"

// The jobs of the data tools, which run in the worker.

export { convert } from "./csv-to-json/convert.ts"
export { bars } from "./histogram/bars.ts"
export { checked } from "./json-parse/checked.ts"
export { query } from "./json-query/query.ts"
export { write } from "./json-to-csv/write.ts"
export { plot } from "./plot-braille/plot.ts"
export { plotFunctions } from "./plot-function/plotFunctions.ts"
export { paint } from "./plot-sixel/paint.ts"
export { render } from "./render-math/render.ts"
export { select } from "./sql-query/select.ts"

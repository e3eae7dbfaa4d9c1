// The jobs of the data tools, which run in the worker.

export { convert } from "./csv-to-json/convert.ts"
export { drawBars } from "./histogram/drawBars.ts"
export { parseChecked } from "./json-parse/parseChecked.ts"
export { evaluateQuery } from "./json-query/evaluateQuery.ts"
export { write } from "./json-to-csv/write.ts"
export { plot } from "./plot-braille/plot.ts"
export { plotFunctions } from "./plot-function/plotFunctions.ts"
export { paint } from "./plot-sixel/paint.ts"
export { render } from "./render-math/render.ts"
export { select } from "./sql-query/select.ts"

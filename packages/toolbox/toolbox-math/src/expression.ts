export { type Evaluation, evaluate } from "./evaluate.ts"
export { type Expression, encodeExpression } from "./expression/Expression.ts"
export { readExpression } from "./expression/readExpression.ts"

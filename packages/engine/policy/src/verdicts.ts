export { abstain, allow, ask, deny } from "./verdict/verdicts.ts"

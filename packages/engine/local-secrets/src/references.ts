export { createRedaction, type Redaction } from "./references/createRedaction.ts"
export { describeNamedValue, describeValue, isSecretName } from "./references/describeValue.ts"
export {
  escapeReferences,
  holdsReference,
  makeReference,
  type ReferenceText,
  trustReferences,
  writeParts
} from "./references/ReferenceText.ts"
export { ReferenceFault, ReferenceValues } from "./references/ReferenceValues.ts"
export type { ReferenceSources } from "./references/readReference.ts"
export { type Reference, splitReferences, type TextPart } from "./references/references.ts"
export { referringText } from "./references/referringText.ts"

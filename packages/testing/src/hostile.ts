export { authorText } from "./hostile/authorText.ts"
export {
  countTexts,
  type ForeignText,
  type ForeignTrap,
  foreignWays,
  putForeignText,
  setForeignTrap
} from "./hostile/foreignTexts.ts"
export { hostSpellings, insideHosts, misleadingUrls } from "./hostile/hostileHosts.ts"
export { insidePaths, namelessPaths, outsidePaths, plantFiles, spellPath } from "./hostile/hostilePaths.ts"
export { hiddenTexts, plainTexts } from "./hostile/hostileTexts.ts"
export { type CommandGroup, readCommandGroups } from "./hostile/readCommandGroups.ts"
export { type SecretShape, secretShapes } from "./hostile/secretShapes.ts"
export { tryCommandAttacks } from "./hostile/tryCommandAttacks.ts"
export { type AttackedFiles, tryFileAttacks } from "./hostile/tryFileAttacks.ts"
export { tryHostAttacks } from "./hostile/tryHostAttacks.ts"
export { repeatedNames, tryJsonAttacks } from "./hostile/tryJsonAttacks.ts"
export { inheritedNames, tryNameAttacks } from "./hostile/tryNameAttacks.ts"
export { trySecretAttacks } from "./hostile/trySecretAttacks.ts"
export { tryTextAttacks } from "./hostile/tryTextAttacks.ts"

export { authorText } from "./hostile/authorText.ts"
export { commandAttacks } from "./hostile/commandAttacks.ts"
export { type CommandGroup, commandGroups } from "./hostile/commandGroups.ts"
export { type AttackedFiles, fileAttacks } from "./hostile/fileAttacks.ts"
export {
  countTexts,
  type ForeignText,
  type ForeignTrap,
  foreignTrap,
  foreignWays,
  withForeignText
} from "./hostile/foreignTexts.ts"
export { hostAttacks } from "./hostile/hostAttacks.ts"
export { hostSpellings, insideHosts, misleadingUrls } from "./hostile/hostileHosts.ts"
export { insidePaths, namelessPaths, outsidePaths, plantFiles, spellPath } from "./hostile/hostilePaths.ts"
export { hiddenTexts, plainTexts } from "./hostile/hostileTexts.ts"
export { jsonAttacks, repeatedNames } from "./hostile/jsonAttacks.ts"
export { inheritedNames, nameAttacks } from "./hostile/nameAttacks.ts"
export { secretAttacks } from "./hostile/secretAttacks.ts"
export { type SecretShape, secretShapes } from "./hostile/secretShapes.ts"
export { textAttacks } from "./hostile/textAttacks.ts"

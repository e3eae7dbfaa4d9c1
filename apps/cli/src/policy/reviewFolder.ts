import { stateFolder } from "../stateFolder.ts"

/** Returns the path of the folder in which the rules that people suggest wait for review. */
export const reviewFolder = (): string => stateFolder("review")

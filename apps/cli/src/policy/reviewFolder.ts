import { stateFolder } from "../stateFolder.ts"

/** Returns the folder of suggested rules. */
export const reviewFolder = (): string => stateFolder("review")

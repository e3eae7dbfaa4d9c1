import { getStateFolder } from "../getStateFolder.ts"

/** Returns the folder of suggested rules. */
export const reviewFolder = (): string => getStateFolder("review")

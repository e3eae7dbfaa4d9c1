import { userInfo } from "node:os"

/** Returns the name of the user at this terminal. A user without an entry in the system has a number only. */
export const getUserName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`
  }
}

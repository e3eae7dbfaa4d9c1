export { listSignedInServers } from "./authorization/SignInFile.ts"
export { type SignInOptions, type SignInTarget, signIn } from "./authorization/signIn.ts"
export { type SignedOut, signOut } from "./authorization/signOut.ts"

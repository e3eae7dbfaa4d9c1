export { signedInServers } from "./authorization/SignInFile.ts"
export { type SignInOptions, type SignInPlace, signIn } from "./authorization/signIn.ts"
export { type SignedOut, signOut } from "./authorization/signOut.ts"

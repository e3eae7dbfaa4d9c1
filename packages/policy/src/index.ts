export * as HostPolicy from "./HostPolicy.ts"

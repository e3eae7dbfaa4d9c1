export { Api } from "./api/Api.ts"

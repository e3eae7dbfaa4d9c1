export { default } from "../../cli/test/globalSetup.ts"

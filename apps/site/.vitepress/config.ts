export { siteConfig as default } from "../src/siteConfig.ts"

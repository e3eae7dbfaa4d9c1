export { holdsReference, literally, type ReferenceText, trustReferences } from "@toolgate/local-secrets/references"
export { type ClientFault, type ClientText, type GateEntry, gateServer } from "./install/ClientText.ts"
export { draftServer, type ReadyServer, type ServerRights } from "./install/draftServer.ts"
export { type DraftedServer, withOverlays, withoutServer, withServers } from "./install/editMcpConfig.ts"
export { switchedOff } from "./install/foundServer.ts"
export type { InstalledPackage } from "./install/installedPackage.ts"
export {
  type ClientSurroundings,
  clientOfFile,
  clientPath,
  type McpClient,
  type McpClientName,
  mcpClient,
  mcpClients
} from "./install/McpClient.ts"
export { PackageNotInstalled } from "./install/PackageNotInstalled.ts"
export { readClientText } from "./install/readClientText.ts"
export { type FoundServer, gateName, type ServerDraft } from "./install/ServerDraft.ts"
export { packageFolder, serverDifferences } from "./install/serverDifferences.ts"
export { shownClientText } from "./install/shown/shownClientText.ts"
export { shownMcpText } from "./install/shown/shownMcpText.ts"
export type { OverlayDraft, ResourceDraft } from "./propose/OverlayDraft.ts"
export { overlayText } from "./propose/overlayText.ts"
export { proposeOverlay } from "./propose/proposeOverlay.ts"
export type { ListedTool } from "./upstream/listedTool.ts"

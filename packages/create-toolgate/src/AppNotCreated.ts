/** The reason why an app was not created. Nothing was written. */
export class AppNotCreated extends Error {
  override readonly name = "AppNotCreated"
}

/** Schemes whose URLs may have a port and path where others have a password with a slash. */
const web = "(?:https?|wss?|ftps?|git|ssh|sftp|svn(?:\\+ssh)?)"

/** Excludes URLs with a properly escaped password, which the first alternative matches. */
const noEarlier = String.raw`(?![^\s/?#"']{0,256}@)`

/** A pattern for secrets in URLs. The non-empty group of a match is not redacted. */
export const urlPattern = new RegExp(
  [
    String.raw`(:\/\/[^\s/?#:@"']{0,256}:)[^\s/?#"']+(?=@)`,
    // A password with an unescaped slash or question mark.
    String.raw`(\b(?!${web}:)[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/?#:@"']{0,128}:)${noEarlier}[^\s"'@]{1,256}(?=@[^\s@/]{1,256})`,
    String.raw`(\b${web}:\/\/[^\s/?#:@"']{1,128}:)(?!\d{1,5}(?:[/?#]|$))${noEarlier}[^\s"'@]{1,256}(?=@[^\s@/]{1,256})`,
    String.raw`(\bjdbc:oracle:\w{2,5}:[\w.$-]{1,64}\/)[^\s@"']{1,128}(?=@)`,
    String.raw`(:\/\/)[^\s/?#:@"']{20,256}(?=@)`,
    String.raw`(\bhttps?:\/\/)(?![a-z]{1,20}[._-]?[a-z]{0,20}\d{0,4}@)(?=[^\s/?#:@"']{0,64}\d)(?=[^\s/?#:@"']{0,64}[a-z])[^\s/?#:@"']{8,64}(?=@)`,
    String.raw`([?&](?:sig|signature|x-(?:amz|goog)-signature|x-amz-security-token)=)[^\s&"'#]+`,
    // A link that signs in or sets a password.
    String.raw`(\/(?:reset|reset[-_]password|password[-_]reset|invite|invitation|verify|confirm|activate|magic|magic[-_]link)\/(?:[a-z]{1,12}\/)?)(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{16,}`,
    String.raw`([?&;](?:jsessionid|phpsessid|sessionid|sid)=)[^\s&"'#]{6,}`
  ].join("|"),
  "gi"
)

/** Whether a text may contain a secret in a URL: a password before "@", or a signature. */
export const holdsAddress = (text: string): boolean =>
  (text.includes("@") && (text.includes("://") || oracle.test(text))) || parameter.test(text) || path.test(text)

const oracle = /jdbc:oracle:/i
const path = /\/(?:reset|password|invit|verify|confirm|activate|magic)/i
const parameter = /[?&;](?:sig|x-|jsessionid|phpsessid|sessionid|sid)/i

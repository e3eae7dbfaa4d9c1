/** Where no address is to be taken for a host and a port, because a browser's addresses have other schemes. */
const web = "(?:https?|wss?|ftps?|git|ssh|sftp|svn(?:\\+ssh)?)"

/** An address whose password has neither is read as it should be. */
const noEarlier = String.raw`(?![^\s/?#"']{0,256}@)`

/** Secrets in addresses: the group of a match that is not empty is what is to be kept. */
export const urlPattern = new RegExp(
  [
    String.raw`(:\/\/[^\s/?#:@"']{0,256}:)[^\s/?#"']+(?=@)`,
    // A slash or a question mark in a password that nobody wrote as they should.
    String.raw`(\b(?!${web}:)[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/?#:@"']{0,128}:)${noEarlier}[^\s"'@]{1,256}(?=@[^\s@/]{1,256})`,
    String.raw`(\b${web}:\/\/[^\s/?#:@"']{1,128}:)(?!\d{1,5}(?:[/?#]|$))${noEarlier}[^\s"'@]{1,256}(?=@[^\s@/]{1,256})`,
    String.raw`(\bjdbc:oracle:\w{2,5}:[\w.$-]{1,64}\/)[^\s@"']{1,128}(?=@)`,
    String.raw`(:\/\/)[^\s/?#:@"']{20,256}(?=@)`,
    String.raw`(\bhttps?:\/\/)(?![a-z]{1,20}[._-]?[a-z]{0,20}\d{0,4}@)(?=[^\s/?#:@"']{0,64}\d)(?=[^\s/?#:@"']{0,64}[a-z])[^\s/?#:@"']{8,64}(?=@)`,
    String.raw`([?&](?:sig|signature|x-(?:amz|goog)-signature|x-amz-security-token)=)[^\s&"'#]+`,
    String.raw`([?&;](?:jsessionid|phpsessid|sessionid|sid)=)[^\s&"'#]{6,}`
  ].join("|"),
  "gi"
)

/** Whether a text may hold one: a password stands before an at sign, a signature behind its name. */
export const holdsAddress = (text: string): boolean =>
  (text.includes(":") && text.includes("@")) || parameter.test(text)

const parameter = /[?&;][a-z-]{3,20}=/i

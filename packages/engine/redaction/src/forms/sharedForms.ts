import { token } from "./TokenForm.ts"

/** The rest of a key in base64, on one line or several. */
const keyLines = String.raw`[A-Za-z0-9+/]{20,}={0,2}(?:(?:\s|\\[rn]){1,4}[A-Za-z0-9+/]{40,}={0,2})*(?:(?:\s|\\[rn]){1,4}[A-Za-z0-9+/]{1,63}={0,2}(?=\s{0,8}(?:$|["'\\-])))?`

/** Secrets in forms that belong to no single issuer: standards, keys, hashes of passwords. */
export const sharedForms = [
  // A private key whose end is missing counts too.
  token(
    "RFC 7468, OpenPGP, SSH.COM",
    "https://www.rfc-editor.org/rfc/rfc7468",
    "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----END))*(?:-----END[A-Z0-9 ]{0,60}-----)?",
    "---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----(?:[^-]|-(?!--- END))*(?:---- END[A-Z0-9 ]{0,60} ----)?"
  ),
  token(
    "PuTTY",
    "https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html",
    String.raw`(Private-Lines:[ \t]{0,4}\d{1,4}(?:\s|\\[rn]){1,8})(?:[A-Za-z0-9+/=]|\s|\\[rn])+`,
    String.raw`(Private-(?:MAC|Hash):[ \t]{0,4})[a-f0-9]{32,}`
  ),
  // A private key in DER without its frame, recognised by its first bytes: a sequence that begins with the number 0 or
  // 1, or with PBES2.
  token(
    "RFC 8017, RFC 5958, RFC 5915",
    "https://www.rfc-editor.org/rfc/rfc5958",
    `(?:M(?:II[A-Za-z0-9+/]{2}[AQgw]IBA|I[GH][A-Za-z0-9+/]AgE[AB]|[A-Za-z0-9+/]{2}CAQ(?:Aw|EE)|I[A-Za-z0-9+/]{6}BgkqhkiG9w0BBQ|I[GH][A-Za-z0-9+/]MF[A-Za-z0-9+/]GCSqGSIb3DQEF)|b3BlbnNzaC1rZXktdjE)${keyLines}`
  ),
  // JSON Web Tokens, and other JSON that is passed around in base64.
  token("RFC 7519", "https://www.rfc-editor.org/rfc/rfc7519", String.raw`eyJ[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)*`),
  token(
    "PASETO",
    "https://github.com/paseto-standard/paseto-spec",
    String.raw`v[1-4]\.(?:local|secret|public)\.[A-Za-z0-9_-]{30,}(?:\.[A-Za-z0-9_-]+)*`,
    String.raw`k[1-4]\.(?:local|secret)\.[A-Za-z0-9_-]{30,}`
  ),
  token(
    "crypt(5), htpasswd(1)",
    "https://manpages.debian.org/unstable/libcrypt-dev/crypt.5.en.html",
    String.raw`\$(?:apr1|[1-9][abxy]?|2[abxy]?|sha1|md5|y|gy|argon2(?:id|i|d)|scrypt|s2|bcrypt-sha256|pbkdf2(?:-sha\d{1,3})?|P|H|S|B)\$(?:[./A-Za-z0-9=,+-]{1,60}\$){0,4}[./A-Za-z0-9+=]{20,}`,
    String.raw`\{(?:S?SHA(?:224|256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-SHA\d{1,3})?|ARGON2)\}[A-Za-z0-9+/=$.*_,-]{13,}`,
    String.raw`\*[0-9A-F]{40}(?![0-9A-F])`,
    String.raw`(?:scram-sha-256|SCRAM-SHA-256)\$\d{3,7}:[A-Za-z0-9+/=]{10,40}\$[A-Za-z0-9+/=:]{20,}`
  ),
  token(
    "Django, Werkzeug",
    "https://docs.djangoproject.com/en/stable/topics/auth/passwords/#how-django-stores-passwords",
    String.raw`(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|argon2|scrypt|md5|sha1)\$[^\s$"'<>]{1,40}\$[^\s"'<>]{16,}`,
    String.raw`(?:pbkdf2:sha\d{1,3}:\d{3,9}|scrypt:\d{3,9}:\d{1,3}:\d{1,3})\$[^\s"'<>]{16,}`
  ),
  // The classic hash of shadow(5), recognised by the fields around it.
  token(
    "shadow(5)",
    "https://manpages.debian.org/unstable/passwd/shadow.5.en.html",
    String.raw`(?<=^|\n)([a-z_][a-z0-9_-]{0,31}:)!{0,2}[./A-Za-z0-9]{13}(?=:\d{0,6}:\d{0,6}:)`
  ),
  // A hash has the same form as a private key. Most hashes follow a word that names them, and are left out.
  token(
    "Ethereum",
    "https://ethereum.org/en/developers/docs/accounts/",
    String.raw`0x(?<!(?:tx|hash|block|topic|root|receipt|digest|transaction|sha256|keccak256|_id|Id|Hash|Root)[^\n]{0,24}0x)[0-9a-fA-F]{64}(?![0-9a-fA-F])`
  ),
  token(
    "Bitcoin, BIP 32",
    "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki",
    "[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{80,}",
    "(?<![+/])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![A-Za-z0-9])"
  ),
  token("Nostr, NIP 19", "https://github.com/nostr-protocol/nips/blob/master/19.md", "nsec1[a-z0-9]{50,}"),
  token(
    "otpauth",
    "https://github.com/google/google-authenticator/wiki/Key-Uri-Format",
    String.raw`(otpauth:\/\/[^\s?]{1,200}\?(?:[^\s&]{1,80}&){0,5}secret=)[A-Za-z2-7]{8,}`
  )
]

// Each alternative has all that it needs within a bounded number of characters of its beginning, and then takes a run after
// which it cannot fail: there is no text that is slow to search.

/** A word of a shell, quoted or not; a quote that is never closed takes the rest. */
const value = String.raw`(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\["'][^"'\\]*(?:\\["'])?|\\[^"']|[^\s"'\\&;|<>(),]|,(?!\s))+`

const word =
  "(?:pass(?:word|wd|phrase|code)|secret|token|credentials?|mysql_pwd" +
  "|(?:api|private|access|secret|signing|account|encryption|shared)[_-]?key)"

/** What looks like a secret wherever it stands. Case matters. */
const tokens = [
  // A private key of which the end is missing is one as well.
  "-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----END))*(?:-----END[A-Z ]{0,60}-----)?",
  "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
  "gh[pousr]_[A-Za-z0-9]{16,}",
  "github_pat_[A-Za-z0-9_]{16,}",
  "gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent)-[A-Za-z0-9_.-]{16,}",
  "xox[a-z]-[A-Za-z0-9-]{10,}",
  "xapp-[A-Za-z0-9-]{10,}",
  "(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}",
  "sk-[A-Za-z0-9_-]{16,}",
  "AIza[A-Za-z0-9_-]{30,}",
  String.raw`ya29\.[A-Za-z0-9_-]{16,}`,
  "npm_[A-Za-z0-9]{30,}",
  "pypi-[A-Za-z0-9_-]{30,}",
  "hf_[A-Za-z0-9]{30,}",
  String.raw`SG\.[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)?`,
  // JSON Web Tokens, and other JSON in base64 that is handed around.
  String.raw`eyJ[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)*`
]

/** What is a secret because of what stands before it, which is in a group and kept. */
const introduced = [
  String.raw`(\bauthorization\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?)[^\r\n"'\\]+`,
  String.raw`(\bcookie\\?["']?[ \t]{0,4}:[ \t]{0,4}\\?["']?)[^\r\n"'\\]+`,
  String.raw`(\b(?:bearer|basic)[ \t]{1,4})[A-Za-z0-9+/=._~-]{8,}`,
  String.raw`(${word}\\?["']?[ \t]{0,4}(?:=>|:=|==?|:)[ \t]{0,4})${value}`,
  String.raw`((?<![\w-])--?[\w-]{0,40}?${word}[ \t]{1,4})(?!-)${value}`,
  String.raw`(cookie=|\bpwd=(?![/.$]))${value}`,
  String.raw`(:\/\/[^\s/?#:@"']{0,256}:)[^\s/?#"']+(?=@)`,
  String.raw`(:\/\/)[^\s/?#:@"']{20,256}(?=@)`
]

/** Secrets by their form. */
export const tokenPattern = new RegExp(tokens.join("|"), "g")
/** The least that it matches, in characters. */
export const shortestToken = 15

/** Secrets by what introduces them: the group of a match that is not empty is what is to be kept. */
export const introducedPattern = new RegExp(introduced.join("|"), "gi")

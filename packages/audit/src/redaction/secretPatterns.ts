// Each alternative has all that it needs within a bounded number of characters of its beginning, and then takes a run after
// which it cannot fail: there is no text that is slow to search.

/** A word of a shell, quoted or not; a quote that is never closed takes the rest. */
const value = String.raw`(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\["'][^"'\\]*(?:\\["'])?|\\[^"']|[^\s"'\\&;|<>(),]|,(?!\s))+`

/** What a secret is called in a text, perhaps with what tells one from the next. */
const word =
  "(?:pass(?:word|wd|phrase|code)|secret|token|credentials?|mysql_pwd" +
  "|(?:api|private|access|secret|signing|account|encryption|shared|master|session|service|deploy|license|ssh|storage)[_-]?key)" +
  String.raw`(?:_?\d{1,3}|_(?:base|prod|production|dev|staging|test|live))?`

/** The end of a name in JSON, itself in a text perhaps, or of a member that is named in brackets. */
const nameEnd = String.raw`\\{0,7}["']?\]?[ \t]{0,16}`

/** In code a type or a constant stands where the secret would. */
const noWord = String.raw`(?![ \t]*(?:string|str|number|boolean|undefined|null|none|true|false|await)(?:[\s,;|)}\]]|$))`

/** Said after what is a secret to this program only: its name stands before in the line. */
const of = (program: string): string => String.raw`(?<=\b${program}\b[^\n|]{0,120})`

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
  // Not within a word, as in "task-…", unless what stands before is the end of an escape.
  String.raw`(?<![A-Za-z0-9](?<!\\[nrt]))sk-(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{16,}`,
  "AIza[A-Za-z0-9_-]{30,}",
  String.raw`ya29\.[A-Za-z0-9_-]{16,}`,
  "npm_[A-Za-z0-9]{30,}",
  "pypi-[A-Za-z0-9_-]{30,}",
  "hf_[A-Za-z0-9]{30,}",
  String.raw`SG\.[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)?`,
  "(?:dckr_pat_|shpat_|glsa_|gsk_|dapi|dop_v1_|GOCSPX-|ATATT3x|lin_api_)[A-Za-z0-9_=-]{20,}",
  String.raw`hv[sb]\.[A-Za-z0-9_-]{20,}`,
  "AGE-SECRET-KEY-1[A-Z0-9]{30,}",
  String.raw`(hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{16,}`,
  // In prose a plain word follows "basic".
  String.raw`(\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)[ \t]{1,4})(?=.[a-z/._~-]{0,64}[A-Z0-9+=])[A-Za-z0-9+/=._~-]{8,}`,
  // JSON Web Tokens, and other JSON in base64 that is handed around.
  String.raw`eyJ[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)*`
]

/** What is a secret because of what stands before it, which is in a group and kept. */
const introduced = [
  String.raw`(\bauthorization${nameEnd}[:=][ \t]{0,4}\\{0,7}["']?)(?:[^\r\n"'\\]|\\[ \t])+`,
  String.raw`(\bcookie\\?["']?[ \t]{0,4}:[ \t]{0,4}\\?["']?)[^\r\n"'\\]+`,
  // The lines of a block in YAML that are indented like its first.
  String.raw`(${word}["']?:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?\n(?<indent>[ \t]{1,40}))[^\n]+(?:\n\k<indent>[^\n]*)*`,
  String.raw`(${word}${nameEnd}(?:=>|:=|={1,3}(?!=)|:|%3d)[ \t]{0,16})${noWord}${value}`,
  String.raw`((?<![\w-])--?[\w-]{0,40}?(?:${word}|pass)[ \t]{1,4})(?!-)${value}`,
  // A variable or a header as a list of them has it, in YAML or JSON: its name, then its value.
  String.raw`(\bname${nameEnd}[:=][ \t]{0,4}\\{0,7}["']?[\w.-]{0,60}?${word}\\{0,7}["']?,?\s{0,40}\\{0,7}["']?value${nameEnd}[:=][ \t]{0,4})${value}`,
  String.raw`(<[\w:.-]{0,40}?${word}>)[^<\s][^<]{0,255}(?=<\/)`,
  String.raw`(cookie=|\bpwd=(?![/.$]))${value}`,
  String.raw`(["']pwd\\{0,7}["'][ \t]{0,4}:[ \t]{0,4})(?!\\{0,7}["'][/.~$])${value}`,
  String.raw`((?:\b|_)pass=|["'_]pass\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4})(?!\d{1,4}(?:\D|$))${value}`,
  String.raw`(\b_auth[ \t]{0,4}=[ \t]{0,4}|["']auth["'][ \t]{0,4}:[ \t]{0,4}(?="))${value}`,
  String.raw`([?&](?:sig|signature|x-(?:amz|goog)-signature)=)[^\s&"'#]+`,
  String.raw`(:\/\/[^\s/?#:@"']{0,256}:)[^\s/?#"']+(?=@)`,
  String.raw`(:\/\/)[^\s/?#:@"']{20,256}(?=@)`,
  // What is a secret to one program only.
  String.raw`(\b(?:mysql|mariadb)[a-z-]{0,10}(?=[ \t])[^\n|;&]{0,120}?[ \t]-p)(?=\S)(?!\d{1,5}(?:\s|$))${value}`,
  String.raw`(\b(?:sshpass|login)(?=[ \t])[^\n|;&]{0,120}?[ \t]-p[ \t=]{0,4})(?!-|\s|\d{1,5}(?:\s|$))${value}`,
  String.raw`([ \t](?:-[a-z]{0,6}u|--(?:proxy-)?user)[ \t=]{0,4}["']?[^\s:"']{1,64}:)${of("curl")}[^\s"']+`,
  String.raw`([ \t](?:-b|--cookie)[ \t=]{0,4}(?=\S))${of("curl")}(?:"[^"]+"?|'[^']+'?|[^\s"'=]{1,64}=\S+)`,
  String.raw`(\b(?:echo|printf)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}|["']?%s(?:\\n)?["']?[ \t]{1,4}){0,2})(?=[^\n|]{1,128}\|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin|\bsudo[ \t][^\n|]{0,20}-S|\bchpasswd\b))[^\n|]+?(?=[ \t]*\|)`,
  String.raw`(\b(?:config(?:ure)?(?::|[ \t])set|setx|set[ \t]-[gxU]{1,3})[ \t]{1,4}[^\s=]{0,100}?${word}[ \t]{1,4})${value}`,
  String.raw`(\bpass(?:in|out)?[ \t]{1,4}pass:)[^\s"']+`,
  String.raw`(\blogin\s{1,4}\S{1,64}\s{1,8}password\s{1,4})\S+`,
  String.raw`(\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}\w{1,40}[ \t]{1,4})?by|password)[ \t]{1,4})'[^']*'?`
]

/** Secrets by their form. */
export const tokenPattern = new RegExp(tokens.join("|"), "g")
/** The least that it matches, in characters. */
export const shortestToken = 14

/** Secrets by what introduces them: the group of a match that is not empty is what is to be kept. */
export const introducedPattern = new RegExp(introduced.join("|"), "gi")

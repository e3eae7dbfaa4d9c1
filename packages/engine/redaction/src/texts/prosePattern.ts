import { passwords } from "../names/secretWords.ts"

const password = `(?:${passwords.replaceAll("_?", "[_ -]?")})`

const other =
  "(?:secret(?:[ -]key)?|(?:api|access|private|auth|bearer|session|security|bot)[ _-]?(?:key|token|secret)|token|pin(?:[ -]?code)?|pwd|pw|credentials?|2fa code|otp)"

/** The words between a secret's name and the secret. */
const linking = String.raw`(?:['’]s[ \t]{1,3}|(?:[ \t]{1,2}(?:for|of|to|on|at|für|de|pour|para|del|do|da|dos|das|no|na|zum|des|der)[ \t](?:[^\s.:;,]{1,40}[ \t]){0,3}?[^\s.:;,]{1,40}(?:[ \t]|(?=[:=]))|[ \t])(?:is|was|are|ist|est|es|é|è|lautet|war|будет|->|→|—|equals|(?<![ \t])[:=])[ \t]{0,3}(?:now|still|also|set to|actually|jetzt)?[ \t]{0,3}:?[ \t]{0,3})["'\x60«“‘]?`

const word = String.raw`(?=[^\s"'\x60»”’]{4})[^\s"'\x60»”’<>]+(?<![.,;:!?)])`

/** Words after "the password is" that describe the password. */
const descriptions = [
  "a|an|the|my|your|our|his|her|its|their|this|that|it|no|not|now|too|so|very|only|also|always|never|still|just|being|both|either",
  "in|on|at|of|to|for|from|by|with|as|if|when|where|what|wrong|good|bad|weak|strong|short|long|new|old|same|different|blank",
  "they|we|you|without|send|use|see|must|should|can|may|will|async|void|empty|missing|null|undefined|none|true|false|yes|ok|optional|valid|invalid|correct|incorrect|right|case|plain|plaintext",
  "safe|unsafe|secure|insecure|public|private|secret|hidden|unknown|unset|set|sent|kept|lost|known|wrapped|given|written|read",
  "stale|reset|up|about|unique|random|static|fixed|there|here|right|fine|gone|dead|down|out|over|more|less|than|ein|nicht|das|der|die"
].join("|")

/** Endings of words that describe the password. */
const descriptiveEnding = "[a-z]{2,}(?:ed|ing|able|ible|ly|ory|ary|ent|ant|ive|al|ous|ful|less|en)"

/** A word after "is" in another language. A word of letters only is more often a description than a password. */
const foreignWord = "(?<=[ \\t](?:ist|lautet|war|est|es|é|è)[ \\t]{1,3})[a-zà-ÿß]+(?:[\\s.,;:!?)]|$)"

/** A pattern for secrets named in a sentence. The non-empty group of a match is not redacted. */
export const prosePattern = new RegExp(
  [
    // "the password for the database is …"
    String.raw`(\b${password}${linking})(?!(?:${descriptions}|${descriptiveEnding})(?![\w$#@!%^&*-]))(?!${foreignWord})${word}`,
    String.raw`(\b(?:${other})${linking})(?=[^\s"'\x60»”’]{0,64}\d)${word}`,
    String.raw`(\b(?:pin(?:[ -]?code)?|pw|otp|(?:otp|2fa|verification|security|login|one[ -]time)[ -](?:code|password|pin))[ \t]{0,2}(?:[:=]|is[ \t])[ \t]{0,3}["'\x60«“‘]?)(?=[^\s"'\x60»”’]{0,64}\d)${word}`,
    // "with password hunter22"
    String.raw`(\b(?:${passwords.replaceAll("_?", "[_ -]?")}|pw|pwd|secret|token|api[ _-]?key|pin(?:[ -]?code)?)[ \t]{1,2}["'\x60«“‘]?)(?=[^\s"'\x60./\\(){}]{0,40}\d)(?=[^\s"'\x60./\\(){}]{0,40}[a-z])(?![a-z]{1,12}[_-]?\d(?!\w))[^\s"'\x60»”’<>(){},;]{6,64}(?<![.,;:!?])(?![\w/]*[/(])`,
    String.raw`(\b(?:credentials?|creds|login)(?:[ \t](?:are|is|with|as))?[ \t:]{1,3}[\w.@+-]{1,64}[ \t]?[:/][ \t]?)(?=[^\s"']{0,64}[a-z])(?=[^\s"']{0,64}\d)[^\s"'/]{6,}`,
    String.raw`(\buser(?:name)?[ \t:=]{1,3}[^\s,;]{1,64}[ \t,;]{1,3}(?:and[ \t])?pass(?:word)?[ \t:=]{1,3})[^\s"',;]{3,}(?<![.])`,
    // These words for "is" have other meanings in other languages, so the secret must be more than letters.
    String.raw`(\b${password}[ \t]{1,2}(?:to|je|är|er|on|a|jest|este|là|adalah|yra)[ \t]{1,2}["'\x60«“‘]?)(?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[A-Za-z])[^\s"'\x60»”’]{6,}`,
    // "o código de acesso é …"
    String.raw`((?<![a-zà-ÿ])(?:palavra-passe|(?:c[oó]digo|chave|senha|palavra)[ ](?:de[ ])?(?:acesso|passe|segurança|secreta?))(?:[ ](?:de|do|da|para)(?:[ ][ao])?(?:[ ][^\s:=]{1,40})?){0,2}[ \t]{0,3}(?:é|=|:|：|-|—|–)[ \t]{0,3}["'\x60«“‘]?)(?=[^\s"']{0,64}\d)[^\s"'\x60»”’]{4,}`
  ].join("|"),
  "gi"
)

/** A pattern for secrets named in a sentence in other scripts. */
export const foreignProsePattern = new RegExp(
  [
    String.raw`((?<![a-z])(?:пароль|парола|лозинка|κωδικ[οό]ς|סיסמ[אה]|كلمة[ ](?:المرور|السر)|رمز[ ]عبور|गोपनीय|पासवर्ड|รหัสผ่าน|密码|密碼|口令|パスワード|비밀번호|비번|암호|패스워드)(?:는|은|가|이)?[ \t]{0,3}(?:это|есть|е|је|είναι|הוא|היא|هي|هو|है|คือ|是|为|為|は|=|:|：|-|—|–|(?<=[는은가이]))[ \t]{0,3}["'\x60«“‘「]?)(?=[\x21-\x7e]{3})[^\s"'\x60»”’」。]+`,
    // "пароль до бази: …"
    String.raw`((?<![\p{L}])(?:пароль|гасло|секретн(?:ий|ый)[ ]ключ|п[іи]н-?код|κωδικ[οό]ς|συνθηματικό|μυστικό[ ]κλειδί)(?:[ ](?:до|для|від|от|к|на|πρόσβασης|για|του|της|de|do|da|para)(?:[ ](?:τη|την|το|τον|a|o))?(?:[ ][^\s:=]{1,40})?){0,2}[ \t]{0,3}(?:це|это|є|είναι|é|=|:|：|-|—|–)[ \t]{0,3}["'\x60«“‘]?)(?=[^\s"']{0,64}\d)[^\s"'\x60»”’]{4,}`
  ].join("|"),
  "giu"
)

/** The words that every named secret needs. */
export const naming =
  /гасло|ключ|п[іи]н|κλειδί|acesso|segurança|secreta|pass|secret|jwt|login|user|code|token|key|pin|pw|otp|cred|mot|kenn|geheim|contras|senha|wacht|losen|lösen|adgang|salas|hasl|hasł|hesl|jelsz|parola|sifre|şifre|lozin|parool|slapta|lykil|fjal|pasah|cyfrin|nenos|khẩu|khau|kata|парол|лозин|құпия|κωδικ|συνθημ|סיסמ|كلمة|رمز|گذرواژه|पासवर्ड|कूटशब्द|পাসওয়ার্ড|கடவுச்சொல்|รหัส|密|口令|パス|暗証|비밀|비번|암호|패스/gi

/** Whether a text may name a secret. */
export const namesSecret = (text: string): boolean => {
  naming.lastIndex = 0
  return naming.test(text)
}

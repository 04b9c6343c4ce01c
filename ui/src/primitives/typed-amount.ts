/**
 * The text of an amount field. What is typed, pasted or deleted becomes decimal text with a point,
 * never a floating-point number. Pure.
 */

export interface Separators {
  /** Between the whole part and the decimals. */
  readonly decimal: string
  /** Between thousands. */
  readonly group: string
}
/** Latin digits: engines disagree on the digits of Arabic. */
export function separatorsOf(language: string): Separators {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(
    1_234_567.5,
  )
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { decimal: find('decimal') || '.', group: find('group') }
}

/** Replaces the characters from `start` to `end`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  /** Empty: the characters were deleted. */
  readonly inserted: string
}
/** What changed from one text to the other, where the caret is behind the change. */
export function findEdit(before: string, after: string, caret: number): TextEdit {
  const tail = after.slice(caret)
  if (!before.endsWith(tail)) return { start: 0, end: before.length, inserted: after }
  const end = before.length - tail.length
  let start = 0
  while (start < Math.min(end, caret) && before[start] === after[start]) start++
  return { start, end, inserted: after.slice(start, caret) }
}

export interface AmountRule {
  /** Of the token; undefined where they are unknown. */
  readonly decimals: number | undefined
  readonly separators: Separators
}
export interface EditedAmount {
  /** Digits with at most one point. `parseAmount` takes it, unless it is empty. */
  readonly text: string
  readonly caret: number
  /** The token has no digits that small, so they were left out. */
  readonly isCut: boolean
}

// Longer than a uint256 with its point. Longer text is not inserted.
const [mostCharacters, mostInserted] = [100, 1_000]

/** Undefined for an edit that is ignored: the text would be no amount, or the paste is unclear. */
export function editAmount(
  text: string,
  { start, end, inserted }: TextEdit,
  { decimals, separators }: AmountRule,
): EditedAmount | undefined {
  const [head, tail] = [text.slice(0, start), text.slice(end)]
  if (!inserted) {
    const left = head + tail
    // Zeros at the start stay, because the digit before them may be about to be typed again.
    return { text: left === '.' ? '' : left, caret: left === '.' ? 0 : start, isCut: false }
  }
  const isTyped = inserted.length === 1
  const added = isTyped ? typedCharacter(inserted) : pastedAmount(inserted, separators)
  const raw = head + added + tail
  if (added === undefined || !/^\d*\.?\d*$/.test(raw)) return undefined
  const zeros = /^0*(?=\d)/.exec(raw)?.[0].length ?? 0
  const lead = raw.startsWith('.') ? '0' : ''
  const whole = lead + raw.slice(zeros)
  const cut = cutDecimals(whole, decimals)
  // The point of a cut amount stays while it is typed. Without it the next digit would count
  // tenfold.
  const next = isTyped ? cut : cut.replace(/\.$/, '')
  if (next.length > mostCharacters) return undefined
  const caret = head.length + added.length + lead.length - zeros
  return {
    text: next,
    caret: Math.min(Math.max(caret, 0), next.length),
    isCut: /[1-9]/.test(whole.slice(cut.length)),
  }
}

function cutDecimals(text: string, decimals: number | undefined): string {
  const point = text.indexOf('.')
  const most = decimals ?? -1
  return point >= 0 && most >= 0 ? text.slice(0, point + 1 + most) : text
}

/**
 * Every separator that is typed by itself is the decimal one: the keypads of phones have only that
 * of the phone's country.
 */
function typedCharacter(character: string): string | undefined {
  const latin = latinDigits(character)
  return /^\d$/.test(latin) ? latin : /^[.,٫]$/.test(latin) ? '.' : undefined
}

/** The digits of every script have runs of ten code points that begin with zero. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, digit => {
    const point = digit.codePointAt(0) ?? 0
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before++
    return String(before % 10)
  })
}

/**
 * What makes it another number than its digits: a percentage, thousands, the small unit of a coin.
 */
const multiples =
  '[kmb]n?|mm|ml[nd]|mio|mr[dt]|bln|bio|tsd|mil|thousands?|[mbt]r?illi\\p{L}*|lakhs?|crores?|тыс|мл[нд]|млрд|ألف|آلاف|مليون|مليار'
const smallUnits = 'g?wei|sats?|satoshis?|lamports?'
const changesNumber = /* @__PURE__ */ new RegExp(
  `^'?\\s*(?:[%‰٪万萬億亿만억]|(?:${multiples}|${smallUnits})(?!\\p{L}))`,
  'iu',
)

/**
 * The one amount in a pasted text: `Send 1,234.5 ETH please` is `1234.5`. A leading point stays.
 * Undefined without an amount, for several numbers, and where it is not clear which amount is
 * meant.
 */
function pastedAmount(text: string, separators: Separators): string | undefined {
  if (text.length > mostInserted) return undefined
  const plain = latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[’٬\u00a0\u2009\u202f]/g, "'")
    .replace(/(\d) (?=\d{3}(?!\d))/g, /\s/.test(separators.group) ? "$1'" : '$&')
  const found = /[.,٫]?\d(?:[\d.,'٫]*\d)?/.exec(plain)
  if (!found) return undefined
  const before = plain.slice(0, found.index)
  const after = plain.slice(found.index + found[0].length)
  const isOther =
    /\p{N}/u.test(before + after) ||
    /[\p{L}_.,]$|[-‐‑‒–−－]\s*\p{Sc}?\s*$/u.test(before) ||
    /^x[\da-f]/i.test(after) ||
    changesNumber.test(after)
  return isOther ? undefined : readNumber(found[0], separators)
}

/** Digits with separators as decimal text; undefined where the separators can mean two amounts. */
function readNumber(number: string, separators: Separators): string | undefined {
  const mark = decimalMark(number, separators)
  if (mark === undefined) return undefined
  const [whole = '', fraction, ...more] = mark ? number.split(mark) : [number]
  // All digits, or groups of three. India writes groups of two before the last.
  const isWhole = /^\d*$|^\d{1,3}(\D)(?:\d{2,3}\1)*\d{3}$/.test(whole)
  if (!isWhole || more.length) return undefined
  return whole.replace(/\D/g, '') + (fraction === undefined ? '' : `.${fraction}`)
}

/** Empty without decimals; undefined where neither the number nor the language says which it is. */
function decimalMark(number: string, { decimal, group }: Separators): string | undefined {
  const marks = number.match(/\D/g) ?? []
  const kinds = new Set(marks).size
  const last = marks.at(-1) ?? ''
  if (kinds === 2) return last === "'" ? undefined : last
  if (kinds > 2) return undefined
  if (last === "'" || marks.length !== 1) return ''
  if (last === '٫' || !/^[1-9]\d{0,2}\D\d{3}$/.test(number)) return last
  if (last === group) return ''
  // Programs and explorers write the point, also for languages without it.
  return last === decimal || last === '.' ? last : undefined
}

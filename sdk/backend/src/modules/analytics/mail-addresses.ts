/** Characters that end a mail address on either side. */
const ends = new Set(` \t\n\r\f\v\u00a0\u2028\u2029@"'<>`)
const [mostBefore, mostAfter] = [64, 255]

/**
 * Replaces what looks like a mail address by `[mail]` (threat S27). Each character is looked at a
 * bounded number of times, however the text was made: a regular expression for the same can be made
 * to backtrack for seconds.
 */
export function withoutMail(text: string): string {
  let result = ''
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = startOf(text, at, done)
    const end = endOf(text, at)
    if (start === at || end === undefined) continue
    result += `${text.slice(done, start)}[mail]`
    done = end
  }
  return result + text.slice(done)
}

function startOf(text: string, at: number, least: number): number {
  let start = at
  while (start > least && at - start < mostBefore && !ends.has(text.charAt(start - 1))) start--
  return start
}

/** After the last dot that two letters follow; undefined where there is none. */
function endOf(text: string, at: number): number | undefined {
  let end: number | undefined
  let letters = 0
  let isAfterDot = false
  for (
    let place = at + 1;
    place < text.length && place - at <= mostAfter && !ends.has(text.charAt(place));
    place++
  ) {
    const character = text.charAt(place)
    if (character === '.') {
      isAfterDot = place > at + 1
      letters = 0
    } else if (isAfterDot && /[a-z]/i.test(character)) {
      letters++
      if (letters >= 2) end = place + 1
    } else isAfterDot = false
  }
  return end
}

/**
 * One thing that a command looked at. A command's answer is a list of these; its last line counts them.
 *
 * @typedef {object} Result
 * @property {string} title a sentence or a name
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} [detail] why it failed or was skipped, or a figure
 * @property {'at the second try' | 'when run alone'} [only] passed, but not as the others did
 */

/** @param {string} title @param {boolean} holds @param {string} [detail] @returns {Result} */
export const result = (title, holds, detail) => ({ title, status: holds ? 'passed' : 'failed', ...(detail ? { detail } : {}) })

/** @param {readonly Result[]} results @param {Result['status']} status */
export const count = (results, status) => results.filter(each => each.status === status).length

/** `12 passed, 0 failed`, and how many were skipped when some were. @param {readonly Result[]} results */
export function closingLine(results) {
  const skipped = count(results, 'skipped')
  return `${count(results, 'passed')} passed, ${count(results, 'failed')} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** How many passed in another way than the others: `1 only when run alone`. @param {readonly Result[]} results */
export const exceptions = results =>
  /** @type {const} */ (['at the second try', 'when run alone']).flatMap(way => {
    const times = results.filter(({ only }) => only === way).length
    return times ? [`${times} only ${way}`] : []
  })

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }

/** @param {Result} each */
const line = ({ title, status, detail, only }) => {
  const said = only ? `passed only ${only}: ${title}` : title
  const text = detail?.trim() ?? ''
  const tail = text.includes('\n') ? `\n${text.replace(/^/gm, '         ')}` : text && ` · ${text}`
  return `    ${marks[status]} ${said}${tail}\n`
}

/**
 * Prints what did not hold, or not as it should, and with `all` also what did, under a heading with figures. Only a command's last line reads `N passed, N failed`.
 *
 * @param {string} heading
 * @param {readonly Result[]} results
 * @param {{ seconds?: number, all?: boolean }} [how]
 */
export function print(heading, results, { seconds, all = true } = {}) {
  const shown = all ? results : results.filter(each => each.status === 'failed' || each.only)
  const failed = count(results, 'failed')
  const figures = [
    `${count(results, 'passed')} ok`,
    ...exceptions(results),
    failed && `${failed} failed`,
    seconds !== undefined && `${seconds.toFixed(1)} s`,
  ].filter(Boolean)
  process.stdout.write(`\n${heading} · ${figures.join(' · ')}\n${shown.map(line).join('')}`)
}

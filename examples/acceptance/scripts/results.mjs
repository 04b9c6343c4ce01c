/**
 * One thing that a command looked at. A command's answer is a list of these; its last line counts
 * them.
 *
 * @typedef {object} Result
 * @property {string} title a sentence or a name
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} [detail] why it failed or was skipped, or a figure
 * @property {'when run alone'} [only] failed beside the others and passed alone: a flaky test
 */

/** @param {string} title @param {boolean} holds @param {string} [detail] @returns {Result} */
export const result = (title, holds, detail) => ({
  title,
  status: holds ? 'passed' : 'failed',
  ...(detail ? { detail } : {}),
})

/** @param {readonly Result[]} results @param {Result['status']} status */
export const count = (results, status) => results.filter(each => each.status === status).length

/**
 * `12 passed, 0 failed`, and how many were skipped when some were.
 * @param {readonly Result[]} results
 */
export function closingLine(results) {
  const skipped = count(results, 'skipped')
  return `${count(results, 'passed')} passed, ${count(results, 'failed')} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/**
 * Tests that failed beside the others and passed alone. A test that hides a race behind a rerun is
 * named, and more than these fail the run.
 */
const flakyLimit = 2

/** The titles of flaky tests, each once. @param {readonly Result[]} results */
const flakyTitles = results => [
  ...new Set(results.filter(({ only }) => only).map(({ title }) => title)),
]

/**
 * What a command prints above its last line: `flaky: <title>`, once for each flaky test.
 * @param {readonly Result[]} results
 */
export const flakyLines = results => flakyTitles(results).map(title => `flaky: ${title}`)

/**
 * The results, with a failure where more tests are flaky than a run may have.
 * @param {readonly Result[]} results
 * @returns {readonly Result[]}
 */
export function withFlakyVerdict(results) {
  const titles = flakyTitles(results)
  return titles.length > flakyLimit
    ? [
        ...results,
        result(
          `at most ${flakyLimit} tests are flaky`,
          false,
          `${titles.length} passed only when run alone`,
        ),
      ]
    : results
}

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }

/** @param {Result} each */
const line = ({ title, status, detail, only }) => {
  const said = only ? `flaky: ${title}` : title
  const text = detail?.trim() ?? ''
  const tail = text.includes('\n') ? `\n${text.replace(/^/gm, '         ')}` : text && ` · ${text}`
  return `    ${marks[status]} ${said}${tail}\n`
}

/**
 * Prints what did not hold, or not as it should, and with `all` also what did, under a heading with
 * figures. Only a command's last line reads `N passed, N failed`.
 *
 * @param {string} heading
 * @param {readonly Result[]} results
 * @param {{ seconds?: number, all?: boolean }} [how]
 */
export function print(heading, results, { seconds, all = true } = {}) {
  const shown = all ? results : results.filter(each => each.status === 'failed' || each.only)
  const failed = count(results, 'failed')
  const flaky = flakyTitles(results).length
  const figures = [
    `${count(results, 'passed')} ok`,
    flaky && `${flaky} flaky`,
    failed && `${failed} failed`,
    seconds !== undefined && `${seconds.toFixed(1)} s`,
  ].filter(Boolean)
  process.stdout.write(`\n${heading} · ${figures.join(' · ')}\n${shown.map(line).join('')}`)
}

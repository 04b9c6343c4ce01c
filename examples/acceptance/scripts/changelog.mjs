import { MissingNeed } from './needs.mjs'

const heading = '## Unreleased\n'

/**
 * Reads what a release brings, and closes its section of the changelog.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} day such as 2026-11-28
 * @returns {{ notes: string, next: string }} the section, and the changelog with a new empty one
 */
export function readRelease(changelog, version, day) {
  const start = changelog.indexOf(heading)
  if (start < 0) throw new MissingNeed('CHANGELOG.md has no section "## Unreleased".')
  const from = start + heading.length
  const end = changelog.indexOf('\n## ', from)
  const notes = changelog.slice(from, end < 0 ? undefined : end + 1).trim()
  if (!notes) throw new MissingNeed('Nothing is unreleased: CHANGELOG.md says no change.')
  const rest = end < 0 ? '' : `\n${changelog.slice(end + 1)}`
  return {
    notes: `${notes}\n`,
    next: `${changelog.slice(0, from)}\n## ${version} (${day})\n\n${notes}\n${rest}`,
  }
}

/**
 * What a release brought, of the changelog that it has closed.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 */
export function readNotes(changelog, version) {
  const start = changelog.indexOf(`\n## ${version} (`)
  if (start < 0) throw new MissingNeed(`CHANGELOG.md has no section "## ${version}".`)
  const from = changelog.indexOf('\n', start + 1)
  const end = changelog.indexOf('\n## ', from)
  return `${changelog.slice(from, end < 0 ? undefined : end).trim()}\n`
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readNotes, readRelease } from '../scripts/changelog.mjs'
import { nextVersion } from '../scripts/release.mjs'
import { root } from '../scripts/workspaces.mjs'

const changelog = `# Changelog

## Unreleased

- One thing.
- Another.

## 0.1.0 (2026-01-02)

- The first.
`

describe('a release', () => {
  it('a release closes the section of what is unreleased under its version and day, and opens a new one', () => {
    expect(readRelease(changelog, '0.2.0', '2026-03-04')).toEqual({
      notes: '- One thing.\n- Another.\n',
      next: `# Changelog

## Unreleased

## 0.2.0 (2026-03-04)

- One thing.
- Another.

## 0.1.0 (2026-01-02)

- The first.
`,
    })
  })

  it('a release is refused where the changelog says no change', () => {
    const { next } = readRelease(changelog, '0.2.0', '2026-03-04')
    expect(() => readRelease(next, '0.3.0', '2026-03-05')).toThrow('Nothing is unreleased')
    expect(() => readRelease('# Changelog\n', '0.3.0', '2026-03-05')).toThrow('has no section')
  })

  it('the notes of a tag are its section of the changelog', () => {
    const { next, notes } = readRelease(changelog, '0.2.0', '2026-03-04')
    expect(readNotes(next, '0.2.0')).toBe(notes)
    expect(readNotes(next, '0.1.0')).toBe('- The first.\n')
    expect(() => readNotes(next, '0.9.0')).toThrow('has no section "## 0.9.0"')
  })

  it.each([
    [undefined, '0.2.0', '0.2.0'],
    ['patch', '0.1.0', '0.1.1'],
    ['minor', '0.1.9', '0.2.0'],
    ['major', '0.1.9', '1.0.0'],
    ['2.0.0-beta.1', '0.1.0', '2.0.0-beta.1'],
  ])('a release with the word %s after version %s is %s', (word, now, version) => {
    expect(nextVersion(word, now, changelog)).toBe(version)
  })

  it.each([
    [undefined, '0.1.0 is released: add patch'],
    ['next', '"next" is no version'],
  ])('a release with the word %s after a released version is refused', (word, sentence) => {
    expect(() => nextVersion(word, '0.1.0', changelog)).toThrow(sentence)
  })

  it('the workflows of the public repository call only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const folder = join(root, '.github/workflows')
    const called = readdirSync(folder).flatMap(file => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\bnpm run ([\w:-]+)/g),
    ])
    expect(called.length).toBeGreaterThan(1)
    expect(called.map(([, name = '']) => name).filter(name => !(name in scripts))).toEqual([])
  })
})

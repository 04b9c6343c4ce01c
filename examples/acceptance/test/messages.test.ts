import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../languages.mjs'
import { checkMessages, readPackages, sameText } from '../scripts/messages.mjs'
import { root } from '../scripts/workspaces.mjs'

const read = readPackages()

describe('npm run messages', () => {
  it('[D39a] [D39c] each message of the repository is written once, and translated with the same values', () => {
    const { catalogue, faults } = checkMessages(read)
    expect(faults).toEqual([])
    expect(Object.keys(catalogue).length).toBeGreaterThan(600)
    expect(catalogue).toMatchObject({
      'ui.retry': 'Try again',
      'shell.failure': 'Something went wrong',
      'connection.error.UNAUTHORIZED': expect.any(String),
    })
  })

  it('an id has one message, also across the packages, the playground and its gallery', () => {
    const playground = join(root, 'examples/playground/src')
    const files = readdirSync(playground, { recursive: true, encoding: 'utf8' }).filter(file =>
      /(?<!\.test)\.tsx?$/.test(file),
    )
    const sources = Object.fromEntries(
      files.map(file => [
        `examples/playground/src/${file}`,
        readFileSync(join(playground, file), 'utf8'),
      ]),
    )
    expect(files.length).toBeGreaterThan(50)
    const { faults } = checkMessages([
      ...read,
      { folder: 'examples/playground', sources, translations: {} },
    ])
    expect(faults.filter(fault => fault.includes('is written twice'))).toEqual([])
  })

  const folder = 'plugins/features/greet'
  const contracts = "import { message } from '@portico/kernel/text'\n"
  const hello = "t(message('greet.hello', 'Hello, {name}'), { name })"
  const right = { 'greet.hello': 'Hallo, {name}' }
  /**
   * A package beside those of the repository that writes `code`, with these translations into both
   * languages.
   */
  const faultsOf = (
    code: string,
    translated: Readonly<Record<string, string>> = right,
    other = translated,
  ) => {
    const file = (entries: Readonly<Record<string, string>>) =>
      `const language = ${JSON.stringify(entries)}\nexport default language\n`
    const greet = {
      folder,
      sources: { [`${folder}/src/greet.tsx`]: contracts + code },
      translations: {
        [`${folder}/src/text/de.ts`]: file(translated),
        [`${folder}/src/text/ar.ts`]: file(other),
      },
    }
    return checkMessages([...read, greet]).faults
  }

  it('accepts a message that is written once and translated', () => {
    expect(faultsOf(hello)).toEqual([])
    expect(faultsOf("message('greet.hello', 'Hello, {name}', { name: 'Ada' })")).toEqual([])
  })

  it.each([
    [
      'an id that is not a literal',
      'message(id, "Hello, {name}")',
      right,
      'greet.tsx:2: the id and the text of a message are literals',
    ],
    [
      'an id with a value in it',
      `${hello}; message(\`greet.\${kind}\`, 'Bye')`,
      right,
      'greet.tsx:2: the id and the text of a message are literals',
    ],
    [
      'a text that is not a literal',
      `${hello}; message('greet.bye', bye)`,
      right,
      'greet.tsx:2: the id and the text of a message are literals',
    ],
    [
      'a label without message()',
      `${hello}; const title = { id: 'greet.title', en: 'Greetings' }`,
      right,
      'greet.tsx:2: write this as message(id, text)',
    ],
    [
      'one id with two texts',
      `${hello}; message('greet.hello', 'Hi, {name}')`,
      right,
      'greet.hello is written twice, with two texts',
    ],
    [
      'one message that is written twice',
      `${hello}\n${hello}`,
      right,
      'greet.hello is written twice: ',
    ],
    [
      'a text that has another id in another file',
      `${hello}; message('greet.again', 'Try again')`,
      { ...right, 'greet.again': 'Nochmal' },
      '"Try again" has 2 ids: ',
    ],
    [
      'a translation that is missing',
      `${hello}; message('greet.bye', 'Bye')`,
      right,
      'de.ts: greet.bye is not translated: "Bye"',
    ],
    [
      'a translation of no message',
      hello,
      { ...right, 'greet.gone': 'Weg' },
      'de.ts: no message of this package has the id greet.gone',
    ],
    [
      'a translation with other values',
      hello,
      { 'greet.hello': 'Hallo, {who}' },
      'de.ts: greet.hello has the values {who}, not {name}',
    ],
    [
      'a translation that lacks a value',
      hello,
      { 'greet.hello': 'Hallo' },
      'de.ts: greet.hello has the values none, not {name}',
    ],
    [
      'a translation that is empty',
      `${hello}; message('greet.bye', 'Bye')`,
      { ...right, 'greet.bye': ' ' },
      'de.ts: greet.bye is empty',
    ],
  ])('[D39a] refuses %s', (_, code, translated, fault) => {
    expect(faultsOf(code, translated, translated)).toEqual(
      expect.arrayContaining([expect.stringContaining(fault)]),
    )
  })

  it('[D39c] checks each language separately', () => {
    expect(faultsOf(hello, right, {})).toEqual([
      `${folder}/src/text/ar.ts: greet.hello is not translated: "Hello, {name}"`,
    ])
  })

  it('requires exactly one file of each package with messages when a language is added', () => {
    const translated = read
      .filter(({ translations }) => Object.keys(translations).length)
      .map(one => one.folder)
    expect(translated.length).toBeGreaterThan(15)
    const { faults } = checkMessages(read, [...languages, 'nl'])
    expect(faults.map(fault => fault.replace(/ is missing: .*/, ''))).toEqual(
      translated.map(of => `${of}/src/text/nl.ts`),
    )
  })

  it('refuses a translation in a language that is not on the list, which the build would ship', () => {
    const file = `${folder}/src/text/nl.ts`
    expect(
      checkMessages([
        ...read,
        { folder, sources: {}, translations: { [file]: 'export default {}' } },
      ]).faults,
    ).toEqual([`${file}: add this language to the list in messages.mjs, or remove the file`])
  })

  it('ignores functions of another origin that are called message', () => {
    const source = "import { message } from './mail.js'\nmessage(subject, body)"
    expect(
      checkMessages([...read, { folder, sources: { 'a.ts': source }, translations: {} }]).faults,
    ).toEqual([])
  })

  it('refuses an exception that is no longer needed', () => {
    const [text = ''] = Object.keys(sameText)
    expect(checkMessages([]).faults).toContain(`"${text}" is listed in sameText, but has one id`)
  })
})

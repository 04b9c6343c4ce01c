import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const one = `'(?:eip155|solana|bip122|polkadot)'`
/** Code that no chain of a third party can pass: a union, a choice of literals, a switch. */
const closed: Readonly<Record<string, RegExp>> = {
  union: new RegExp(`${one}\\s*\\|\\s*${one}`),
  choice: new RegExp(`(?:picklist|enum|includes)\\(\\s*\\[?\\s*${one}\\s*,\\s*${one}`),
  list: new RegExp(
    `\\[\\s*${one}\\s*,\\s*${one}[^\\]]*\\]\\s*(?:as const)?\\)?\\.(?:includes|some)`,
  ),
  switch: new RegExp(`case ${one}:`),
}
const closedIn = (text: string): readonly string[] =>
  Object.keys(closed).filter(kind => closed[kind]?.test(text))

it.each([
  [`type Namespace = 'eip155' | 'solana'`, 'union'],
  [`v.picklist(['eip155', 'solana'])`, 'choice'],
  [`['eip155', 'bip122'].includes(namespace)`, 'list'],
  [`switch (namespace) { case 'polkadot': return 1 }`, 'switch'],
])('a closed list of namespaces is found in %s', (text, kind) => {
  expect(closedIn(text)).toEqual([kind])
})

it('no published source has a closed list of namespaces, so every feature works on a chain of a third party', () => {
  const files = ['kernel', 'ui', 'plugins/base', 'plugins/connectors', 'plugins/features', 'sdk']
    .flatMap(folder =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        file => `${folder}/${file}`,
      ),
    )
    .filter(
      file =>
        /\/src\/.*(?<!\.test|\.test-d)\.tsx?$/.test(file) &&
        // The tools for tests write what the wallets of the built-in chains do, and the embedded
        // wallet has keys of these chains alone.
        !/node_modules|\/dist\/|^sdk\/(?:devnet|mock-wallets|pocket|wallet-frame)\//.test(file) &&
        file !== 'plugins/connectors/embedded/src/options.ts',
    )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(file =>
    closedIn(readFileSync(`${root}/${file}`, 'utf8')).map(kind => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})

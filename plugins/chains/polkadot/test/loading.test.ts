/** What is loaded when: read from the imports themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))
const at = (name: string) => join(source, name)

/** What a file imports as a value, at its top. */
function valueImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s+'([^']+)'/gms)]
    .filter(([, names = '']) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names.replace(/\s+/g, ' ')))
    .map(([, , from = '']) => from)
}
/** Every package that comes with a file, without a dynamic import. */
function packagesWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const from of valueImports(file)) {
    if (!from.startsWith('.')) packages.add(from)
    else for (const one of packagesWith(resolve(dirname(file), from.replace(/\.js$/, '.ts')), seen)) packages.add(one)
  }
  return packages
}
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const ours = ['@portico/kernel', '@portico/kernel/contracts']

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect([...packagesWith(at('index.ts'))].sort()).toEqual(ours)
  })
  it('[D53] to list the wallets of the page is no library', () => {
    expect([...packagesWith(at('lazy/discovery.ts'))].sort()).toEqual(ours)
  })
  it('[D53] of @polkadot/extension-dapp comes with the wallet that was picked, by the narrowest of its entry points', () => {
    expect([...packagesWith(at('lazy/injected-connector.ts'))]).toContain('@polkadot/extension-dapp/wrapBytes')
    expect([...packagesWith(at('lazy/chain.ts'))].filter(name => name.startsWith('@polkadot/'))).toEqual([])
    const users = sources.filter(name => readFileSync(at(name), 'utf8').includes("'@polkadot/"))
    expect(users).toEqual(['lazy/wrapping.ts'])
  })
  it('to connect needs no cryptography but that of addresses', () => {
    expect([...packagesWith(at('lazy/injected-connector.ts'))].filter(name => !name.startsWith('@portico/')).sort()).toEqual([
      '@noble/hashes/blake2.js',
      '@polkadot/extension-dapp/wrapBytes',
      '@scure/base',
      'valibot',
    ])
  })
  it('is a file that exists, for each dynamic import', () => {
    for (const name of sources)
      for (const [, from = ''] of readFileSync(at(name), 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
        expect(existsSync(resolve(dirname(at(name)), from.replace(/\.js$/, '.ts')))).toBe(true)
  })
})

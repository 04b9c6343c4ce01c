/** What is loaded when: read from the imports themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

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
const at = (name: string) => join(source, name)
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect([...packagesWith(at('index.ts'))].sort()).toEqual(['@portico/kernel', '@portico/kernel/contracts'])
  })

  it('to connect, to restore and to follow a wallet in the page needs no viem', () => {
    expect([...packagesWith(at('lazy/injected-connector.ts'))].sort()).toEqual(['@noble/hashes/sha3', '@portico/kernel', '@portico/kernel/contracts'])
  })

  it('[D54] to read balances, to switch, to send and to wait needs no viem either', () => {
    expect([...packagesWith(at('lazy/chain.ts'))].sort()).toEqual(['@noble/hashes/sha3', '@portico/kernel', '@portico/kernel/contracts', '@portico/kernel/rpc'])
  })

  it('[D54] of viem is single actions and utilities, never the full public client', () => {
    const users = sources.filter(name => valueImports(at(name)).some(from => from.startsWith('viem')))
    expect(users.sort()).toEqual(['lazy/client.ts', 'lazy/contract-signatures.ts', 'lazy/signatures.ts', 'lazy/token-amounts.ts'])
    for (const name of users) expect(readFileSync(at(name), 'utf8')).not.toMatch(/createPublicClient|createWalletClient|publicActions|walletActions/)
  })

  it('is a file that exists, for each dynamic import', () => {
    for (const name of sources) {
      for (const [, from = ''] of readFileSync(at(name), 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
        expect(existsSync(resolve(dirname(at(name)), from.replace(/\.js$/, '.ts')))).toBe(true)
    }
  })
})

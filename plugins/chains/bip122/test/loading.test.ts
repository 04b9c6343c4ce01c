/** What is loaded when: read from the imports themselves. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(fileURLToPath(new URL('../src', import.meta.url)))

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect(packagesWith('index.ts')).toEqual(['@portico/kernel', '@portico/kernel/contracts'])
  })
  it('to notice and to list wallets needs no library either', () => {
    for (const name of ['discovery', 'wallet-list'])
      expect(
        packagesWith(`lazy/${name}.ts`).filter(from => !from.startsWith('@portico/')),
        name,
      ).toEqual([])
  })
  it('to connect a wallet needs no library for transactions', () => {
    for (const name of ['page-connector', 'sats-speaker', 'global-speaker', 'standard-speaker'])
      expect(packagesWith(`lazy/${name}.ts`), name).not.toContain('@scure/btc-signer')
  })
  it('[D52] of sats-connect is its core alone, in one file, which arrives with the first wallet that was picked and speaks by it', () => {
    const users = files.filter(name =>
      /sats-connect/.test(
        textOf(name)
          .match(/^import .*$/gm)
          ?.join('\n') ?? '',
      ),
    )
    expect(users).toEqual(['lazy/sats-connect.ts'])
    expect(valueImports('lazy/sats-connect.ts')).toEqual(['@sats-connect/core'])
    const loaders = files.filter(name => textOf(name).includes("import('./sats-connect.js')"))
    expect(loaders).toEqual(['lazy/sats-speaker.ts'])
  })
  it('is a file that exists, for each dynamic import', () => {
    expect(missing()).toEqual([])
  })
})

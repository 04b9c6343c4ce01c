/** [S30] The public list of phishing hosts that wallets themselves use: `eth-phishing-detect`. */
import { createRequire } from 'node:module'
import { appLinks, browserLink, type DirectoryWallet, environment, isBlocked, universalLink } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { readShipped } from './lazy/directory.js'
import { readWallet } from './lazy/door.js'
import { placesOf } from './places.js'

const require = createRequire(import.meta.url)
const { blacklist } = require('eth-phishing-detect/src/config.json') as { readonly blacklist: readonly string[] }
/** Whether a host is on the list, or is spelt nearly like one that is often imitated. */
const isPhishing = require('eth-phishing-detect') as (host: string) => boolean
const blocked = new Set(blacklist.map(host => host.toLowerCase()))

const page = 'https://app.example/'
const phone = { ...environment.initial(), kind: 'mobile', system: 'ios' } as const
/** Every https link by which a wallet is opened, from a phone and from a desktop. */
const opened = (wallet: DirectoryWallet): readonly string[] =>
  [phone, environment.initial()]
    .flatMap(here => [
      ...placesOf(wallet, here, page).map(({ link }) => link),
      ...appLinks(here, wallet, 'wc:1@2').map(({ link }) => link),
      universalLink(wallet.web, 'wc:1@2')?.redirect ?? '',
      browserLink(wallet.browse, page) ?? '',
    ])
    .filter(link => link.startsWith('https:'))
/** A wallet that leads to a host by every kind of link that there is. */
const allTo = (host: string) => {
  const link = `https://${host}/wallet`
  return {
    id: 'evil',
    name: 'Evil',
    namespaces: ['eip155'],
    homepage: link,
    web: link,
    browse: `${link}?url={url}`,
    mobile: { universal: link },
    desktop: { universal: link },
    stores: { ios: link },
  }
}

describe('[S30] thousands of hosts of a public list of phishing', () => {
  it('hold none that a wallet of the directory leads to, nor one that is spelt like it', () => {
    const hosts = new Set(
      readShipped()
        .flatMap(opened)
        .map(link => new URL(link).hostname),
    )
    expect(hosts.size).toBeGreaterThan(60)
    expect([...hosts].filter(host => isPhishing(host) || isBlocked(`https://${host}`, blocked))).toEqual([])
  })

  it('are opened by nothing when a host supplies the list: 0 of all', { tags: 'thorough' }, () => {
    expect(blacklist.length).toBeGreaterThan(10_000)
    const through = blacklist.filter(host => {
      try {
        return opened(readWallet(allTo(host), blocked)).length > 0
      } catch {
        // Refused as a whole: not even the name is shown.
        return false
      }
    })
    expect(through).toEqual([])
  })

  it('that are written in letters of other alphabets are let in by no list at all', () => {
    const disguised = blacklist.filter(host => /(^|\.)xn--/.test(host) || /[^\x20-\x7e]/.test(host))
    expect(disguised.length).toBeGreaterThan(100)
    for (const host of disguised) expect(() => readWallet(allTo(host)), host).toThrow('left out')
  })
})

/**
 * [S30] Tests against the public list of phishing hosts that wallets use: `eth-phishing-detect`.
 */
import { createRequire } from 'node:module'
import {
  appLinks,
  browserLink,
  type DirectoryWallet,
  environmentSlice,
  isBlocked,
  universalLink,
} from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import { readShipped } from './list/directory.js'
import { readWallet } from './list/validation.js'
import { placesOf } from './places.js'

const require = createRequire(import.meta.url)
const { blacklist } = require('eth-phishing-detect/src/config.json') as {
  readonly blacklist: readonly string[]
}
/**
 * True for a host on the list. Also for one with nearly the spelling of a host that is often
 * imitated.
 */
const isPhishing = require('eth-phishing-detect') as (host: string) => boolean
const blocked = new Set(blacklist.map(host => host.toLowerCase()))

const page = 'https://app.example/'
const phone = { ...environmentSlice.initial(), kind: 'mobile', system: 'ios' } as const
/** Returns every https link that opens a wallet, from a phone and from a desktop. */
const opened = (wallet: DirectoryWallet): readonly string[] =>
  [phone, environmentSlice.initial()]
    .flatMap(here => [
      ...placesOf(wallet, here, page).map(({ link }) => link),
      ...appLinks(here, wallet, 'wc:1@2').map(({ link }) => link),
      universalLink(wallet.web, 'wc:1@2')?.redirect ?? '',
      browserLink(wallet.browse, page) ?? '',
    ])
    .filter(link => link.startsWith('https:'))
/** Creates a wallet that leads to a host with every kind of link. */
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

describe('[S30] thousands of hosts of a public phishing list', () => {
  it('no phishing host of a public list, and none with a similar spelling, is a link of a shipped wallet', () => {
    const hosts = new Set(
      readShipped()
        .flatMap(opened)
        .map(link => new URL(link).hostname),
    )
    expect(hosts.size).toBeGreaterThan(60)
    expect(
      [...hosts].filter(host => isPhishing(host) || isBlocked(`https://${host}`, blocked)),
    ).toEqual([])
  })

  it('no phishing host of a public list is opened when a host supplies that list: 0 of all', {
    tags: 'thorough',
  }, () => {
    expect(blacklist.length).toBeGreaterThan(10_000)
    const through = blacklist.filter(host => {
      try {
        return opened(readWallet(allTo(host), blocked)).length > 0
      } catch {
        // The wallet is rejected as a whole: not even its name is shown.
        return false
      }
    })
    expect(through).toEqual([])
  })

  it('a phishing host in letters of other alphabets is rejected without any list', () => {
    const disguised = blacklist.filter(host => /(^|\.)xn--/.test(host) || /[^\x20-\x7e]/.test(host))
    expect(disguised.length).toBeGreaterThan(100)
    for (const host of disguised) expect(() => readWallet(allTo(host)), host).toThrow('left out')
  })
})

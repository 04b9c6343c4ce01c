/** Checks of what a chain reads: balances, tokens, NFTs and past transactions. */
import { expect } from 'vitest'
import {
  type ActivityEntry,
  activityCapability,
  balancesCapability,
  nftsCapability,
} from '../contracts/capabilities/index.js'
import { type NetworkId, networkOf, parseAssetId, type Token } from '../contracts/chain/index.js'
import type { ChainCheck } from './chain-rig.js'
import { check, never, notChecked, notOffered, walletCheck } from './check-bench.js'

/** Fails for a token that is not described completely, or that is of another network. */
function expectToken(token: Token, network: NetworkId, assetNamespace: string | undefined): void {
  expect(token.network, 'a token of this network').toBe(network)
  const asset = parseAssetId(token.asset)
  expect(asset?.network, `"${token.asset}" is a CAIP-19 id of this network`).toBe(network)
  if (assetNamespace)
    expect(asset?.assetNamespace, 'by the `tokenNamespace` of the chain').toBe(assetNamespace)
  expect(
    Number.isInteger(token.decimals) && token.decimals >= 0,
    `${token.decimals} decimals are a whole number`,
  ).toBe(true)
}

const statuses = ['confirmed', 'failed', 'pending']
/** Fails for an entry that the account view cannot show. */
function expectEntry({ metadata, transfers }: ActivityEntry, network: NetworkId): void {
  const { minedAt, chain, status, sentFrom, sentTo } = metadata
  expect(
    /^\d{4}-\d\d-\d\dT/.test(minedAt) && Number.isFinite(Date.parse(minedAt)),
    `"${minedAt}" is a time by ISO 8601`,
  ).toBe(true)
  expect([null, network], 'of this network').toContain(chain)
  expect(statuses, 'its status').toContain(status)
  expect([typeof sentFrom, typeof sentTo]).toEqual(['string', 'string'])
  for (const { quantity } of transfers)
    expect(quantity.numeric, 'an amount is exact decimal text').toMatch(/^\d+(\.\d+)?$/)
}

export const holdingChecks: readonly ChainCheck[] = [
  walletCheck(
    'balance',
    'reads the native balance in base units',
    async ({ rig, kernel, offered, connected }) => {
      const offer = offered(balancesCapability)
      if (!offer) return notOffered('balances')
      return connected(async ({ from }) => {
        const { token, amount, spendable = 0n } = await offer.native(from, rig.network, never())
        expect(token).toMatchObject({ asset: 'native', network: rig.network })
        expect(typeof amount).toBe('bigint')
        const { decimals, symbol } = networkOf(kernel, rig.network)?.nativeCurrency ?? {}
        expect(token, 'the coin that the network names').toMatchObject({ decimals, symbol })
        expect(amount >= 0n && spendable >= 0n, 'not below zero').toBe(true)
        expect(spendable <= amount, 'no more can be sent than there is').toBe(true)
        if (rig.balance !== undefined)
          expect(amount, 'as much as the rig says that the account owns').toBe(rig.balance)
        return undefined
      })
    },
  ),
  walletCheck(
    'tokens',
    'lists tokens of its own network, each once, in base units',
    async ({ rig, offered, connected }) => {
      const { tokens, tokenNamespace } = offered(balancesCapability) ?? {}
      if (!tokens) return notOffered('balances.tokens')
      return connected(async ({ from }) => {
        const list = await tokens(from, rig.network, [], never())
        for (const { token, amount } of list) {
          expectToken(token, rig.network, tokenNamespace)
          expect(typeof amount === 'bigint' && amount >= 0n, 'in base units').toBe(true)
        }
        const assets = list.map(({ token }) => token.asset)
        expect(assets, 'each once').toEqual([...new Set(assets)])
        return undefined
      })
    },
  ),
  check(
    'token',
    'describes a token by its address, and refuses what is no address',
    async ({ rig, offered }) => {
      const { token, tokenNamespace } = offered(balancesCapability) ?? {}
      if (!token) return notOffered('balances.token')
      expect(tokenNamespace, 'tokens with an address have a `tokenNamespace`').toMatch(/./)
      await expect(token('no token', rig.network, never()), '"no token"').rejects.toBeDefined()
      if (!rig.token) return notChecked('the rig names no `token`')
      const found = await token(rig.token, rig.network, never())
      expectToken(found, rig.network, tokenNamespace)
      expect(found.symbol).toMatch(/./)
      return undefined
    },
  ),
  walletCheck(
    'nfts',
    'lists NFTs of its own network, in whole numbers, page by page',
    async ({ rig, offered, connected }) => {
      const offer = offered(nftsCapability)
      if (!offer) return notOffered('nfts')
      return connected(async ({ from }) => {
        const seen = new Set<string>()
        const cursors = new Set<string>()
        let cursor: string | undefined
        do {
          const page = await offer.page(
            from,
            rig.network,
            { collections: [], ...(cursor && { cursor }) },
            never(),
          )
          // It has no list of its own, and no collection was given.
          if (!page) return notChecked('the chain lists no NFTs by itself')
          for (const { asset, network, tokenId, amount } of page.items) {
            expect(network).toBe(rig.network)
            expect(parseAssetId(asset)?.network, 'named in the words of CAIP-19').toBe(rig.network)
            expect(tokenId).toBeTruthy()
            expect(typeof amount === 'bigint' && amount > 0n, 'whole pieces').toBe(true)
            expect(seen.has(asset), 'each once').toBe(false)
            seen.add(asset)
          }
          cursor = page.next
          expect(cursor !== undefined && cursors.has(cursor), 'a page leads on').toBe(false)
          if (cursor) cursors.add(cursor)
        } while (cursor)
        return undefined
      })
    },
  ),
  walletCheck(
    'activity',
    'lists past transactions of its own network, each once, page by page',
    async ({ rig, offered, connected }) => {
      const offer = offered(activityCapability)
      if (!offer) return notOffered('activity')
      return connected(async ({ from }) => {
        const seen = new Set<string>()
        const cursors = new Set<string>()
        let cursor: string | undefined
        do {
          const page = await offer.page(from, rig.network, cursor, never())
          for (const entry of page.entries) {
            expectEntry(entry, rig.network)
            expect(seen.has(entry.id), `"${entry.id}" once`).toBe(false)
            seen.add(entry.id)
          }
          cursor = page.next
          expect(cursor !== undefined && cursors.has(cursor), 'a page leads on').toBe(false)
          if (cursor) cursors.add(cursor)
        } while (cursor && cursors.size < 5)
        return undefined
      })
    },
  ),
]

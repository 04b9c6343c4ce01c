import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { fill, type Message } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import de from '../text/de.js'
import { sentenceOf, type Wording } from './sentences.js'

const english: Wording = { t: ({ en, values }: Message) => fill(en, values), language: 'en' }
const out = (numeric: string, symbol: string): ActivityTransfer => ({
  direction: 'out',
  fungible_info: { symbol },
  quantity: { numeric },
})
const got = (numeric: string, symbol: string): ActivityTransfer => ({
  ...out(numeric, symbol),
  direction: 'in',
})
const nft = (numeric: string, name?: string, isSpam = false): ActivityTransfer => ({
  direction: 'in',
  nft_info: { ...(name && { name }), flags: { is_spam: isSpam } },
  quantity: { numeric },
})
const entry = (
  operationType: string,
  transfers: readonly ActivityTransfer[],
  more: Partial<ActivityEntry['metadata']> = {},
): ActivityEntry => ({
  id: '1',
  metadata: {
    minedAt: '2026-01-01T00:00:00Z',
    chain: 'tally:main',
    operationType,
    status: 'confirmed',
    sentFrom: '4xAda56789abcd9a',
    sentTo: '4xBob56789abcd9b',
    ...more,
  },
  transfers,
})
/** Without the marks that isolate amounts and addresses. */
const said = (found: ActivityEntry, wording: Wording = english) =>
  sentenceOf(found, wording).replace(/[\u2068\u2069]/g, '')

describe('the sentence of a transaction', () => {
  it.each<[string, ActivityEntry]>([
    ['Sent 0.5 SOL to 4xBo…abcd9b', entry('send', [out('0.5', 'SOL')])],
    ['Sent 0.5 SOL', entry('send', [out('0.5', 'SOL')], { sentTo: '' })],
    ['Sending 0.5 SOL to 4xBo…abcd9b', entry('send', [out('0.5', 'SOL')], { status: 'pending' })],
    [
      'Did not send 0.5 SOL to 4xBo…abcd9b',
      entry('send', [out('0.5', 'SOL')], { status: 'failed' }),
    ],
    ['Received 1,250.5 USDC from 4xAd…abcd9a', entry('receive', [got('1250.5', 'USDC')])],
    ['Receiving 1 BTC', entry('receive', [got('1', 'BTC')], { sentFrom: '', status: 'pending' })],
    ['Swapped 1 ETH for 2,990 USDC', entry('trade', [out('1', 'ETH'), got('2990', 'USDC')])],
    [
      'Swapping 1 ETH for 2,990 USDC',
      entry('trade', [out('1', 'ETH'), got('2990', 'USDC')], { status: 'pending' }),
    ],
    [
      'Did not swap 1 ETH for 2,990 USDC',
      entry('trade', [out('1', 'ETH'), got('2990', 'USDC')], { status: 'failed' }),
    ],
    ['Approved spending of the token 4xBo…abcd9b', entry('approve', [])],
    ['Approved spending of ∞ PUSD', { ...entry('approve', []), approved: '∞ PUSD' }],
    [
      'Approving spending of 12.5 PUSD',
      { ...entry('approve', [], { status: 'pending' }), approved: '12.5 PUSD' },
    ],
    [
      'Did not approve spending of 12.5 PUSD',
      { ...entry('approve', [], { status: 'failed' }), approved: '12.5 PUSD' },
    ],
    ['Revoked the approval of 12.5 PUSD', { ...entry('revoke', []), approved: '12.5 PUSD' }],
    ['Minted Harbor at dawn', entry('mint', [nft('1', 'Harbor at dawn')])],
    ['Minted 3 Collectible', entry('mint', [nft('3')])],
    ['Deposited 5 GLD', entry('deposit', [out('5', 'GLD')])],
    ['Contract call: gave 5 GLD, got 1 LP', entry('execute', [out('5', 'GLD'), got('1', 'LP')])],
    ['Contract call: got 7 PUSD', entry('execute', [got('7', 'PUSD')])],
    ['Contract call to 4xBo…abcd9b', entry('execute', [])],
  ])('reads "%s"', (sentence, found) => {
    expect(said(found)).toBe(sentence)
  })

  it.each<[string, ActivityEntry]>([
    ['Sent', entry('send', [])],
    ['Swapped', entry('trade', [out('1', 'ETH')])],
    ['Approved', entry('approve', [], { sentTo: '' })],
    ['Revoked', entry('revoke', [])],
    ['Executed', entry('execute', [], { sentTo: '' })],
    ['Executed', entry('constructor', [out('1', 'ETH')])],
  ])('is the verb "%s" where amounts are not known', (sentence, found) => {
    expect(said(found)).toBe(sentence)
  })

  it('A sentence counts the transfers after the second one, and leaves out spam', () => {
    const moves = [
      out('1', 'A'),
      out('2', 'B'),
      out('3', 'C'),
      nft('1', 'Prize', true),
      out('4', 'D'),
    ]
    expect(said(entry('send', moves, { sentTo: '' }))).toBe('Sent 1 A, 2 B, and 2 more')
  })

  it('The sentence of a host’s transaction is the host’s description, without its transfers', () => {
    const own = { ...entry('send', [out('1', 'A')]), description: 'Minted ticket 7' }
    expect(said(own)).toBe('Minted ticket 7')
  })

  it('A sentence shows dots for every quantity while amounts are hidden', () => {
    const hidden = { ...english, hidden: '••••' }
    expect(said(entry('trade', [out('1', 'ETH'), got('2990', 'USDC')]), hidden)).toBe(
      'Swapped •••• ETH for •••• USDC',
    )
    const allowed = (approved: string) => said({ ...entry('approve', []), approved }, hidden)
    expect([allowed('1 234,5 PUSD'), allowed('∞ PUSD')]).toEqual([
      'Approved spending of •••• PUSD',
      'Approved spending of ∞ PUSD',
    ])
  })

  it('follows the language in its words, its figures and its list', () => {
    const german: Wording = {
      language: 'de',
      t: ({ id, en, values }) => fill((de as Readonly<Record<string, string>>)[id] ?? en, values),
    }
    expect(said(entry('trade', [out('1.5', 'ETH'), got('2990', 'USDC')]), german)).toBe(
      '1,5 ETH in 2.990 USDC getauscht',
    )
    expect(said(entry('receive', [got('1', 'A'), got('2', 'B')], { sentFrom: '' }), german)).toBe(
      '1 A und 2 B empfangen',
    )
  })

  it('isolates amounts and addresses, so that a symbol in another script reorders nothing', () => {
    expect(sentenceOf(entry('send', [out('1', 'שקל')]), english)).toBe(
      'Sent \u20681 שקל\u2069 to \u20684xBo…abcd9b\u2069',
    )
  })

  it('[S6] a symbol or a name is shown without marks that reorder text', () => {
    const found = entry('send', [out('1', 'US\u202eDT\u2069\u2069')], { sentTo: '' })
    expect(sentenceOf(found, english)).toBe('Sent \u20681 USDT\u2069')
  })
})

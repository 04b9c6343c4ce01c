import { writeAddress } from '@portico/signatures/substrate-address'
import { describe, expect, it } from 'vitest'
import type { PolkadotNetwork } from '../networks/frame-network.js'
import { readPolkadotPayload } from './polkadot-call.js'

const self = writeAddress(new Uint8Array(32).fill(1), 0)
const target = new Uint8Array(32).fill(2)
const targetHex = '02'.repeat(32)
const metadataHash = `0x${'aa'.repeat(32)}`
const network: PolkadotNetwork = {
  hasFeeAsset: false,
  checksMetadata: true,
  genesisHash: `0x${'91'.repeat(32)}`,
  prefix: 0,
  balances: 5,
  transferKeepAlive: 3,
  transferAllowDeath: 0,
  metadataHashes: [metadataHash],
}
const payload = (change: object = {}) => ({
  address: self,
  genesisHash: network.genesisHash,
  blockHash: `0x${'00'.repeat(32)}`,
  method: `0x050300${targetHex}a10f`,
  tip: '0x00000000000000000000000000000000',
  mode: 1,
  metadataHash,
  specVersion: '0x000f4240',
  transactionVersion: '0x00000005',
  era: '0x1500',
  nonce: '0x00000041',
  ...change,
})
const readOn = (change: object = {}, its: Partial<PolkadotNetwork> = {}) =>
  readPolkadotPayload(payload(change), [{ ...network, ...its }], address => address === self)
const read = (change: object = {}) => readOn(change).reading
const transfer = (amount: bigint) => ({
  outcome: 'read',
  warnings: [],
  fee: 'unknown',
  actions: [{ kind: 'transfer', asset: 'native', to: writeAddress(target, 0), amount }],
})

describe('Transactions of Polkadot', () => {
  it.each([
    ['04', 1n],
    ['a10f', 1_000n],
    ['02093d00', 1_000_000n],
    ['070010a5d4e8', 1_000_000_000_000n],
  ])('[S10] the frame reads a transfer whose amount is encoded as %s', (amount, value) => {
    for (const call of ['0503', '0500'])
      expect(read({ method: `0x${call}00${targetHex}${amount}` })).toEqual(transfer(value))
  })

  it.each([
    ['another call of the pallet', { method: `0x050400${targetHex}04` }],
    ['another pallet', { method: `0x1a0300${targetHex}04` }],
    ['a batch', { method: '0x1a0004' }],
    ['an account of another kind', { method: `0x050301${targetHex}04` }],
    ['an account that is cut off', { method: `0x050300${targetHex.slice(2)}` }],
    ['no amount', { method: `0x050300${targetHex}` }],
    ['one byte more', { method: `0x050300${targetHex}0400` }],
    ['an amount that is cut off', { method: `0x050300${targetHex}0700` }],
    ['an era of another form', { era: '0x150000' }],
    ['no hash of a block', { blockHash: undefined }],
    ['a fee in another asset', { assetId: '0x01' }],
    ['another network', { genesisHash: `0x${'92'.repeat(32)}` }],
    ['a runtime that the frame does not know', { metadataHash: `0x${'ab'.repeat(32)}` }],
    ['no hash of the metadata', { metadataHash: undefined }],
    ['a hash that is not signed', { mode: 0 }],
  ])('[S10] the frame does not read a transaction with %s', (_name, change) => {
    expect(read(change)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] the frame shows a tip beside the transfer', () => {
    expect(read({ method: `0x050300${targetHex}04`, tip: '0x0a' })).toMatchObject({
      actions: [
        { kind: 'transfer', amount: 1n },
        { kind: 'tip', amount: 10n },
      ],
    })
  })

  const nonce = '0501' // 65 as a compact number
  const versions = '40420f0005000000'
  const [genesis, block] = ['91'.repeat(32), '00'.repeat(32)]
  const method = `0x050300${targetHex}a10f`

  it('[S10] the frame writes what is signed by its own description of the network', () => {
    expect(readOn().payload).toBe(
      `${method}1500${nonce}0001${versions}${genesis}${block}01${'aa'.repeat(32)}`,
    )
    // A fee in another asset, and a runtime that checks nothing.
    const old = { hasFeeAsset: true, checksMetadata: false, metadataHashes: undefined }
    expect(readOn({ mode: 0, metadataHash: undefined }, old).payload).toBe(
      `${method}1500${nonce}0000${versions}${genesis}${block}`,
    )
    // A list of extensions by the page changes nothing.
    expect(readOn({ signedExtensions: ['CheckNonce'] }).payload).toBe(readOn().payload)
  })

  it('[S10] a network without a list of runtimes is known by its genesis', () => {
    const any = { metadataHashes: undefined }
    expect(readOn({ mode: 0, metadataHash: undefined }, any).reading.outcome).toBe('read')
    expect(readOn({ metadataHash: `0x${'cc'.repeat(32)}` }, any).reading.outcome).toBe('read')
    const old = { ...any, checksMetadata: false }
    expect(readOn({}, old).reading.outcome).toBe('unreadable')
  })

  it('[S10] the frame refuses a transaction of another account', () => {
    expect(read({ address: writeAddress(target, 0) })).toEqual({
      outcome: 'refused',
      reason: 'other-account',
    })
  })
})

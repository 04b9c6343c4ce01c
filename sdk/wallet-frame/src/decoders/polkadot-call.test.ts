import { writeAddress } from '@portico/signatures/substrate-address'
import { describe, expect, it } from 'vitest'
import { readPolkadotPayload } from './polkadot-call.js'

const self = writeAddress(new Uint8Array(32).fill(1), 0)
const target = new Uint8Array(32).fill(2)
const targetHex = '02'.repeat(32)
const metadataHash = `0x${'aa'.repeat(32)}`
const network = {
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
  ...change,
})
const read = (change: object = {}) => readPolkadotPayload(payload(change), [network], self)
const transfer = (amount: bigint) => ({
  outcome: 'read',
  warnings: [],
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
    ['a tip', { tip: '0x01' }],
    ['a fee in another asset', { assetId: '0x01' }],
    ['another network', { genesisHash: `0x${'92'.repeat(32)}` }],
    ['a runtime that the frame does not know', { metadataHash: `0x${'ab'.repeat(32)}` }],
    ['no hash of the metadata', { metadataHash: undefined }],
    ['a hash that is not signed', { mode: 0 }],
  ])('[S10] the frame does not read a transaction with %s', (_name, change) => {
    expect(read(change)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] the frame refuses a transaction of another account', () => {
    expect(read({ address: writeAddress(target, 0) })).toEqual({
      outcome: 'refused',
      reason: 'other-account',
    })
  })
})

import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { readPsbt } from './psbt.js'

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
// Public keys of the private keys 1, 2 and 3.
const [own, other] = [
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
].map(key => p2wpkh(hex.decode(key), regtest)) as [
  ReturnType<typeof p2wpkh>,
  ReturnType<typeof p2wpkh>,
]
const ownAddress = own.address ?? ''
const otherAddress = other.address ?? ''
const txid = '11'.repeat(32)
const witnessUtxo = { script: own.script, amount: 100_000n }

type Change = (transaction: Transaction) => void
function psbt(change: Change = () => undefined, input: object = {}): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
  transaction.addInput({ txid, index: 0, witnessUtxo, ...input })
  transaction.addOutputAddress(otherAddress, 60_000n, regtest)
  transaction.addOutputAddress(ownAddress, 39_000n, regtest)
  change(transaction)
  return base64.encode(transaction.toPSBT())
}
const read = (text: string) => readPsbt(text, 'regtest', [ownAddress])
const payment = { kind: 'transfer', asset: 'native', to: otherAddress, amount: 60_000n }

/** A whole previous transaction, and its id. */
function previous(amount: bigint) {
  const transaction = new Transaction()
  transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo })
  transaction.addOutput({ script: own.script, amount })
  transaction.sign(new Uint8Array(32).fill(1, 31))
  transaction.finalize()
  return { id: transaction.id, raw: transaction.extract() }
}

describe('Partially signed Bitcoin transactions', () => {
  it('[S10] the frame reads payment, change and fee', () => {
    expect(read(psbt())).toEqual({
      outcome: 'read',
      actions: [payment, { kind: 'change', amount: 39_000n }],
      warnings: [],
      fee: 1_000n,
    })
  })

  it('[S10] a whole previous transaction proves the amount by its hash', () => {
    const { id, raw } = previous(100_000n)
    const input = { txid: id, witnessUtxo: undefined, nonWitnessUtxo: raw }
    expect(read(psbt(undefined, input))).toMatchObject({ outcome: 'read', fee: 1_000n })
  })

  it('[S10] the frame reads data beside the payment', () => {
    const note: Change = transaction =>
      transaction.addOutput({ script: hex.decode('6a0401020304'), amount: 0n })
    expect(read(psbt(note))).toMatchObject({
      actions: [payment, {}, { kind: 'note', text: '0401020304' }],
    })
  })

  it.each<[string, string]>([
    ['no bytes', ''],
    ['text that is no PSBT', base64.encode(Uint8Array.of(1, 2, 3))],
    [
      'an output that has no address',
      psbt(one => one.addOutput({ script: hex.decode('51'), amount: 1n })),
    ],
    [
      'coins that are burned with data',
      psbt(one => one.addOutput({ script: hex.decode('6a0101'), amount: 1n })),
    ],
    ['an input without its amount', psbt(one => one.addInput({ txid: '33'.repeat(32), index: 1 }))],
    ['more paid than there is', psbt(one => one.addOutputAddress(otherAddress, 1_001n, regtest))],
  ])('[S10] the frame does not read a transaction with %s', (_name, text) => {
    expect(read(text)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] the addresses of another network are read as those of the chosen one', () => {
    expect(readPsbt(psbt(), 'mainnet', [ownAddress])).toMatchObject({
      actions: [{ kind: 'transfer', to: expect.stringMatching(/^bc1q/) }, { kind: 'transfer' }],
    })
  })

  it.each([2, 3, 0x81, 0x83])(
    '[S10] the frame refuses the signature hash type %s, which leaves outputs open',
    sighashType => {
      expect(read(psbt(undefined, { sighashType }))).toEqual({
        outcome: 'refused',
        reason: 'sighash',
      })
    },
  )
})

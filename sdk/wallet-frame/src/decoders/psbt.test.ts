import { base64, hex } from '@scure/base'
import { p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
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
const witnessUtxo = { script: own.script, amount: 100_000n }
/** A whole previous transaction, and its id. */
function previous(amount: bigint, script = own.script) {
  const transaction = new Transaction()
  transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo })
  transaction.addOutput({ script, amount })
  transaction.sign(new Uint8Array(32).fill(1, 31))
  transaction.finalize()
  return { id: transaction.id, raw: transaction.extract() }
}
const { id: txid, raw: nonWitnessUtxo } = previous(100_000n)

type Change = (transaction: Transaction) => void
function psbt(change: Change = () => undefined, input: object = {}): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
  transaction.addInput({ txid, index: 0, witnessUtxo, nonWitnessUtxo, ...input })
  transaction.addOutputAddress(otherAddress, 60_000n, regtest)
  transaction.addOutputAddress(ownAddress, 39_000n, regtest)
  change(transaction)
  return base64.encode(transaction.toPSBT())
}
const read = (text: string) => readPsbt(text, 'regtest', [ownAddress])
const payment = { kind: 'transfer', asset: 'native', to: otherAddress, amount: 60_000n }

describe('Partially signed Bitcoin transactions', () => {
  it('[S10] the frame reads payment, change and fee', () => {
    expect(read(psbt())).toEqual({
      outcome: 'read',
      actions: [payment, { kind: 'change', amount: 39_000n }],
      warnings: [],
      fee: 1_000n,
    })
  })

  it('[S10] a whole previous transaction proves the amount by its hash, with no amount beside it', () => {
    expect(read(psbt(undefined, { witnessUtxo: undefined }))).toMatchObject({
      outcome: 'read',
      fee: 1_000n,
    })
  })

  const taproot = p2tr(
    hex.decode('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
    undefined,
    regtest,
  )
  const collectible = { script: taproot.script, amount: 100_000n }

  it('[S10] an amount without its transaction counts where every signature covers all amounts, which those of taproot do', () => {
    const text = psbt(undefined, { witnessUtxo: collectible, nonWitnessUtxo: undefined })
    expect(readPsbt(text, 'regtest', [ownAddress, taproot.address ?? ''])).toMatchObject({
      outcome: 'read',
      fee: 1_000n,
    })
    // Beside a coin of segwit version 0, whose signature does not cover the others, it does not.
    const mixed = psbt(one =>
      one.addInput({ txid: '33'.repeat(32), index: 0, witnessUtxo: collectible }),
    )
    expect(readPsbt(mixed, 'regtest', [ownAddress, taproot.address ?? ''])).toEqual({
      outcome: 'unreadable',
    })
  })

  it('[S10] a transaction that spends no coin of the wallet is refused', () => {
    expect(readPsbt(psbt(), 'regtest', [otherAddress])).toEqual({
      outcome: 'refused',
      reason: 'other-account',
    })
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
    [
      'an amount of segwit version 0 without the transaction that proves it',
      psbt(undefined, { nonWitnessUtxo: undefined }),
    ],
    [
      'an amount that is not that of the transaction before',
      psbt(undefined, { witnessUtxo: { ...witnessUtxo, amount: 200_000n } }),
    ],
    [
      'a script that is not that of the transaction before',
      psbt(undefined, { witnessUtxo: { ...witnessUtxo, script: other.script } }),
    ],
    [
      'a coin of somebody else whose amount is not proven',
      psbt(one =>
        one.addInput({
          txid: '33'.repeat(32),
          index: 0,
          witnessUtxo: { script: other.script, amount: 5_000n },
        }),
      ),
    ],
    ['an input without its amount', psbt(one => one.addInput({ txid: '33'.repeat(32), index: 1 }))],
    ['more paid than there is', psbt(one => one.addOutputAddress(otherAddress, 1_001n, regtest))],
  ])('[S10] the frame does not read a transaction with %s', (_name, text) => {
    expect(read(text)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] a coin of another network is not one of the wallet', () => {
    expect(readPsbt(psbt(), 'mainnet', [ownAddress])).toEqual({
      outcome: 'refused',
      reason: 'other-account',
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

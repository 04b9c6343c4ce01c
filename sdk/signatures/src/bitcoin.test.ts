import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../kernel/test/vectors.js'
import { judge, legacyMessageHash } from './bitcoin.js'
import { readAddress } from './bitcoin-address.js'
import { messageHash, sha256x2, toSpendId, withoutWitness } from './bitcoin-transaction.js'

describe.skipIf(!hasVectors)('public vectors of signed messages', () => {
  interface Bip322 {
    readonly kind: string
    readonly message: string
    readonly address: string
    readonly message_hash?: string
    readonly to_spend_tx_hash?: string
    readonly to_sign_tx_hash?: string
  }
  it.each(vectors<Bip322>('bip322-messages').cases.filter(one => one.kind === 'tx_hashes'))(
    '[D29d] "$message" is hashed into the transactions of BIP-322',
    one => {
      const id = toSpendId(one.message, readAddress(one.address)?.script ?? new Uint8Array())
      const toSign = sha256x2(
        withoutWitness({ version: 0, lockTime: 0, sequence: 0 }, id, new Uint8Array()),
      )
      const shown = [messageHash(one.message), id.slice().reverse(), toSign.reverse()].map(bytes =>
        hex.encode(bytes),
      )
      expect(shown).toEqual([one.message_hash, one.to_spend_tx_hash, one.to_sign_tx_hash])
    },
  )
  interface Legacy {
    readonly kind: string
    readonly network?: string
    readonly message: string
    readonly magicHash?: string
  }
  const legacy = vectors<Legacy>('bip137-messages').cases.filter(
    one => one.kind === 'magicHash' && one.network === 'bitcoin',
  )
  it.each(legacy)('[D29d] "$message" is hashed with the prefix of signed messages', one => {
    expect(hex.encode(legacyMessageHash(one.message))).toBe(one.magicHash)
  })
  it('[S14] a valid address is read as its script, and an invalid one as undefined', () => {
    for (const one of vectors<{ address: string; valid: boolean; scriptPubKey?: string }>(
      'bitcoin-addresses',
    ).cases) {
      const read = readAddress(one.address)
      if (!one.valid) expect(read).toBeUndefined()
      else if (one.scriptPubKey && read) expect(hex.encode(read.script)).toBe(one.scriptPubKey)
    }
  })
})

describe('a signature of any bytes', () => {
  it('[S35] a signature of any bytes gets a verdict, and never throws', () => {
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
    for (const prefix of ['', 'smp', 'ful', 'pof']) {
      for (const encoded of [
        '',
        '=',
        'AA',
        'AA==',
        '/////w==',
        '/v////8=',
        '/f//',
        'AQ',
        'A'.repeat(400),
        '_',
        'é',
        '\n',
      ]) {
        expect(judge(address, 'text', prefix + encoded)).toMatch(/^SIGNATURE_/)
      }
    }
  })
})

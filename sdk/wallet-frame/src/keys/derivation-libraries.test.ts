import * as ecc from '@bitcoinerlab/secp256k1'
import { encodeAddress, mnemonicToMiniSecret, sr25519PairFromSeed } from '@polkadot/util-crypto'
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/web3.js'
import { initEccLib, networks, payments } from 'bitcoinjs-lib'
import { derivePath } from 'ed25519-hd-key'
import { HDNodeWallet, Mnemonic } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountsOf } from './accounts.js'
import type { Bytes } from './bytes.js'
import { wordsOf } from './seed.js'

const entropy = fc
  .constantFrom(16, 32)
  .chain(length => fc.uint8Array({ minLength: length, maxLength: length }))
  .map(bytes => Uint8Array.from(bytes))
/** The first address, as Portico derives it from this entropy. */
const first = async (
  bytes: Bytes,
  ...network: Parameters<typeof accountsOf> extends [unknown, infer N] ? [N] : never
) => (await accountsOf(bytes, ...network)).map(({ address }) => address)

const times = { numRuns: 25 }

describe('the same words have the same addresses elsewhere', { tags: ['thorough'] }, () => {
  it('random words have the Ethereum address that ethers derives', async () => {
    await fc.assert(
      fc.asyncProperty(entropy, async bytes => {
        const words = Mnemonic.fromEntropy(bytes).phrase
        expect(wordsOf(bytes)).toBe(words)
        const wallet = HDNodeWallet.fromPhrase(words)
        expect(await first(bytes, { namespace: 'eip155' })).toEqual([wallet.address])
      }),
      times,
    )
  })

  it('random words have the Solana address of ed25519-hd-key and @solana/web3.js', async () => {
    await fc.assert(
      fc.asyncProperty(entropy, async bytes => {
        const seed = Mnemonic.fromEntropy(bytes).computeSeed().slice(2)
        const { key } = derivePath("m/44'/501'/0'/0'", seed)
        const { publicKey } = await createKeyPairFromPrivateKeyBytes(Uint8Array.from(key))
        const address = await getAddressFromPublicKey(publicKey)
        expect(await first(bytes, { namespace: 'solana' })).toEqual([address])
      }),
      times,
    )
  })

  it('random words have the Polkadot address of @polkadot/util-crypto, at any prefix', async () => {
    await fc.assert(
      fc.asyncProperty(entropy, fc.constantFrom(0, 2, 42, 1284), async (bytes, prefix) => {
        const words = Mnemonic.fromEntropy(bytes).phrase
        const { publicKey } = sr25519PairFromSeed(mnemonicToMiniSecret(words))
        const address = encodeAddress(publicKey, prefix)
        expect(await first(bytes, { namespace: 'polkadot', prefix })).toEqual([address])
      }),
      times,
    )
  })

  it.each([
    ['mainnet', 0, networks.bitcoin],
    ['testnet', 1, networks.testnet],
    ['regtest', 1, networks.regtest],
  ] as const)(
    'random words have the addresses of bitcoinjs-lib on %s',
    async (network, coin, format) => {
      initEccLib(ecc)
      await fc.assert(
        fc.asyncProperty(entropy, async bytes => {
          const phrase = Mnemonic.fromEntropy(bytes).phrase
          const keyAt = (purpose: number) => {
            const path = `m/${purpose}'/${coin}'/0'/0/0`
            const { publicKey } = HDNodeWallet.fromPhrase(phrase, '', path)
            return Buffer.from(publicKey.slice(2), 'hex')
          }
          expect(await first(bytes, { namespace: 'bip122', network })).toEqual([
            payments.p2wpkh({ pubkey: keyAt(84), network: format }).address,
            payments.p2tr({ internalPubkey: keyAt(86).subarray(1), network: format }).address,
          ])
        }),
        { numRuns: 10 },
      )
    },
  )
})

import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { accountsOf } from './accounts.js'
import { type Bytes, utf8 } from './bytes.js'
import { stretch, wordsOf } from './seed.js'
import { deriveEd25519 } from './solana.js'

const bytes = (text: string): Bytes => Uint8Array.from(hex.decode(text))
const zeros = bytes('00'.repeat(16)) // abandon … about

describe('derivation by published vectors', () => {
  it.each([
    [
      '00000000000000000000000000000000',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
    ],
    [
      '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
    ],
    [
      '80808080808080808080808080808080',
      'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
      'd71de856f81a8acc65e6fc851a38d4d7ec216fd0796d0a6827a3ad6ed5511a30fa280f12eb2e47ed2ac03b5c462a0358d18d69fe4f985ec81778c1b370b652a8',
    ],
    [
      'ffffffffffffffffffffffffffffffff',
      'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
      'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
    ],
  ])('BIP-39: entropy %s becomes the published words and seed', async (entropy, words, seed) => {
    expect(wordsOf(bytes(entropy))).toBe(words)
    expect(hex.encode(await stretch(utf8(words), 'TREZOR'))).toBe(seed)
  })

  it.each([
    [
      '00000000000000000000000000000000',
      '44e9d125f037ac1d51f0a7d3649689d422c2af8b1ec8e00d71db4d7bf6d127e33f50c3d5c84fa3e5399c72d6cbbbbc4a49bf76f76d952f479d74655a2ef2d453',
    ],
    [
      '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
      '4313249608fe8ac10fd5886c92c4579007272cb77c21551ee5b8d60b780416850f1e26c1f4b8d88ece681cb058ab66d6182bc2ce5a03181f7b74c27576b5c8bf',
    ],
    [
      '80808080808080808080808080808080',
      '27f3eb595928c60d5bc91a4d747da40ed236328183046892ed6cd5aa9ae38122acd1183adf09a89839acb1e6eaa7fb563cc958a3f9161248d5a036e0d0af533d',
    ],
  ])('substrate-bip39: entropy %s becomes the published seed', async (entropy, seed) => {
    expect(hex.encode(await stretch(bytes(entropy), 'Substrate'))).toBe(seed)
  })

  it.each([
    [
      'm',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    [
      "m/0'",
      'xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7',
    ],
    [
      "m/0'/1",
      'xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs',
    ],
    [
      "m/0'/1/2'",
      'xprv9z4pot5VBttmtdRTWfWQmoH1taj2axGVzFqSb8C9xaxKymcFzXBDptWmT7FwuEzG3ryjH4ktypQSAewRiNMjANTtpgP4mLTj34bhnZX7UiM',
    ],
    [
      "m/0'/1/2'/2",
      'xprvA2JDeKCSNNZky6uBCviVfJSKyQ1mDYahRjijr5idH2WwLsEd4Hsb2Tyh8RfQMuPh7f7RtyzTtdrbdqqsunu5Mm3wDvUAKRHSC34sJ7in334',
    ],
    [
      "m/0'/1/2'/2/1000000000",
      'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
    ],
  ])('BIP-32: vector 1 at %s has the published key', (path, key) => {
    const root = HDKey.fromMasterSeed(bytes('000102030405060708090a0b0c0d0e0f'))
    expect(root.derive(path).privateExtendedKey).toBe(key)
  })

  it.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [
      [0, 1, 2, 2, 1_000_000_000],
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
  ])('SLIP-10 on ed25519: vector 1 at %j has the published key', (path, key) => {
    const seed = bytes('000102030405060708090a0b0c0d0e0f')
    expect(hex.encode(deriveEd25519(seed, path))).toBe(key)
  })

  it('BIP-84 and BIP-86: the published words have the published addresses', async () => {
    const found = await accountsOf(zeros, { namespace: 'bip122', network: 'mainnet' })
    expect(found.map(({ address, publicKey }) => [address, publicKey])).toEqual([
      [
        'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        '0x0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      ],
      [
        'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
        '0xcc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
      ],
    ])
  })

  it('BIP-44: the words of the zero entropy have their well-known Ethereum and Solana addresses', async () => {
    const [ethereum] = await accountsOf(zeros, { namespace: 'eip155' })
    const [solana] = await accountsOf(zeros, { namespace: 'solana' })
    expect([ethereum?.address, solana?.address]).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    ])
  })
})

import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import type { Namespace } from '../../test/accounts.js'
import { otherAccounts } from '../../test/accounts.js'
import { judge } from '../../test/signature-verdict.js'
import { readWrappedSignature } from './chains/contract-account.js'
import { hashText } from './chains/ethereum.js'
import { canonicalAddress as ethereumAddress } from './chains/ethereum-address.js'
import { canonicalAddress } from './parse.js'
import type { RpcRequest } from './rpc.js'

describe.skipIf(!hasVectors)('public vectors', () => {
  interface Siwx {
    readonly namespace: Namespace
    readonly message: string
    readonly account: string
    readonly signature: string
    readonly valid: boolean
  }
  it.each(vectors<Siwx>('siwx-signatures').cases)(
    '[D29f] [S14] the signature of $namespace $account is valid: $valid',
    async one => {
      expect(await judge(one.namespace, one.account, one.message, one.signature)).toMatch(
        one.valid ? /^(bip322|ecdsa|ed25519)$/ : /^SIGNATURE_/,
      )
    },
  )

  interface Solana {
    readonly name: string
    readonly input: { readonly address: string }
    readonly message?: string
    readonly signatureBase58: string
    readonly valid: boolean
    readonly expectedDomain?: string
  }
  it.each(vectors<Solana>('siws').cases.filter(one => one.message !== undefined))(
    '[D29c] [D29f] the signature of $name is valid: $valid',
    async one => {
      // A message for another domain has a valid signature: rejecting it is the policy's task.
      const isSigned = one.valid || one.expectedDomain !== undefined
      expect(await judge('solana', one.input.address, one.message ?? '', one.signatureBase58)).toBe(
        isSigned ? 'ed25519' : 'SIGNATURE_WRONG',
      )
    },
  )

  interface Personal {
    readonly name?: string
    readonly kind?: string
    readonly message?: string
    readonly hash?: string
    readonly address?: string
    readonly signature?: string
    readonly valid?: boolean
  }
  const personal = vectors<Personal>('eip191-personal-sign').cases.filter(
    one => one.address && one.signature && typeof one.message === 'string',
  )
  it.each(personal)(
    '[D29f] the signature of $address over "$message" is valid: $valid',
    async one => {
      expect(await judge('eip155', one.address ?? '', one.message ?? '', one.signature ?? '')).toBe(
        one.valid ? 'eip191' : 'SIGNATURE_WRONG',
      )
      expect(
        await judge('eip155', otherAccounts.eip155.address, one.message ?? '', one.signature ?? ''),
      ).toBe('SIGNATURE_WRONG')
      if (one.hash) expect(`0x${hex.encode(hashText(one.message ?? ''))}`).toBe(one.hash)
    },
  )

  interface Bip322 {
    readonly kind: 'tx_hashes' | 'simple' | 'full' | 'proof_of_funds' | 'error'
    readonly type?: string
    readonly message: string
    readonly address: string
    readonly description?: string
    readonly signature?: string
    readonly bip322_signatures?: readonly string[]
  }
  const bip322 = vectors<Bip322>('bip322-messages').cases
  const isOfOneKey = ({ kind, type = '' }: Bip322) =>
    (kind === 'simple' || kind === 'full') && /^(p2wpkh|p2tr|p2pkh|p2sh-p2wpkh)$/.test(type)
  it.each(bip322.filter(isOfOneKey))(
    '[D29f] the BIP-322 signature $kind $type over "$message" is valid, and is rejected when it is cut or over another text',
    async one => {
      for (const signature of one.bip322_signatures ?? []) {
        expect(await judge('bip122', one.address, one.message, signature)).toBe('bip322')
        expect(await judge('bip122', one.address, `${one.message}.`, signature)).toMatch(
          /^SIGNATURE_/,
        )
        for (const cut of [4, 8, 40])
          expect(await judge('bip122', one.address, one.message, signature.slice(0, -cut))).toMatch(
            /^SIGNATURE_/,
          )
      }
    },
  )
  it.each(
    bip322.filter(one => one.kind !== 'tx_hashes' && one.kind !== 'error' && !isOfOneKey(one)),
  )(
    'the BIP-322 signature $kind $type needs more than one key, and the error says so',
    async one => {
      for (const signature of one.bip322_signatures ?? [])
        expect(await judge('bip122', one.address, one.message, signature)).toBe(
          'SIGNATURE_UNSUPPORTED',
        )
    },
  )
  it.each(bip322.filter(one => one.kind === 'error'))(
    '[S35] the BIP-322 signature is rejected: $description',
    async one => {
      expect(await judge('bip122', one.address, one.message, one.signature ?? '')).toMatch(
        /^(SIGNATURE_|ADDRESS_)/,
      )
    },
  )

  interface Bip137 {
    readonly kind: string
    readonly network?: string
    readonly message: string
    readonly address: string
    readonly signature: string
    readonly hex: string
    readonly valid: boolean
  }
  const bip137 = vectors<Bip137>('bip137-messages').cases.filter(
    one => one.network !== 'dogecoin' && !one.address?.startsWith('D'),
  )
  it.each(bip137.filter(one => one.kind.startsWith('verify')))(
    '[D29f] the signature of $address over "$message" in the format before segwit is valid: $valid',
    async one => {
      expect(await judge('bip122', one.address, one.message, one.signature)).toBe(
        one.valid ? 'ecdsa' : 'SIGNATURE_WRONG',
      )
    },
  )
  it.each(bip137.filter(one => one.kind === 'signature'))(
    '[S35] the bytes are rejected as a signature: $hex',
    async one => {
      expect(
        await judge(
          'bip122',
          '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
          'vires is numeris',
          base64.encode(hex.decode(one.hex)),
        ),
      ).toMatch(/^SIGNATURE_/)
    },
  )

  interface Wrapped {
    readonly name: string
    readonly signature: `0x${string}`
    readonly isErc6492: boolean
    readonly malformed?: boolean
    readonly address?: string
    readonly data?: string
    readonly inner?: string
  }
  it.each(vectors<Wrapped>('erc6492-signatures').cases)(
    '[D29f] the ERC-6492 signature is parsed: $name',
    one => {
      const read = readWrappedSignature(hex.decode(one.signature.slice(2).toLowerCase()))
      if (!one.isErc6492) return expect(read).toBeUndefined()
      if (one.malformed || typeof read !== 'object') return expect(read).toBe('malformed')
      if (one.address) expect(read.factory.toLowerCase()).toBe(one.address.toLowerCase())
      if (one.data) expect(`0x${hex.encode(read.factoryData)}`).toBe(one.data.toLowerCase())
      if (one.inner) expect(`0x${hex.encode(read.signature)}`).toBe(one.inner.toLowerCase())
    },
  )

  interface Contract {
    readonly name: string
    readonly message?: string
    readonly signature?: string
    readonly ethCallResult?: string | null
    readonly valid?: boolean
  }
  const contracts = vectors<Contract>('erc1271-signatures').cases
  const signatures = contracts.filter(one => one.message && one.signature && one.valid !== false)
  it.each(contracts.filter(one => one.ethCallResult !== undefined))(
    '[D29f] the answer of the account’s contract is handled: $name',
    async ({ ethCallResult, valid }) => {
      for (const { message = '', signature = '' } of signatures) {
        const account = /0x[\da-fA-F]{40}/.exec(message)?.[0] ?? ''
        const node: RpcRequest = async ({ method, params, network }) => {
          expect([network, JSON.stringify(params)]).toEqual([
            'eip155:1',
            expect.stringContaining(ethereumAddress(account) ?? ''),
          ])
          if (method === 'eth_getCode') return '0x6001'
          if (ethCallResult === null) throw { code: 3, message: 'execution reverted' }
          return ethCallResult
        }
        expect(await judge('eip155', account, message, signature, node)).toBe(
          valid ? 'eip1271' : 'SIGNATURE_WRONG',
        )
      }
    },
  )

  it('[S14] the checksum of addresses is verified: Ethereum, Bitcoin, Solana, Polkadot', async () => {
    interface Ethereum {
      readonly input: string
      /** Null: the address has no checksum. */
      readonly checksumOk: boolean | null
      readonly canonical?: string
      readonly noPrefix?: boolean
    }
    for (const { input, checksumOk, canonical, noPrefix } of vectors<Ethereum>('eip55-addresses')
      .cases) {
      expect(await canonicalAddress('eip155', input)).toBe(
        checksumOk === false || noPrefix ? undefined : canonical,
      )
    }
    interface Other {
      readonly address?: string
      readonly valid: boolean
      readonly expectedPrefix?: number
      readonly publicKey?: string
    }
    for (const one of vectors<Other>('bitcoin-addresses').cases) {
      if (!one.valid) expect(await canonicalAddress('bip122', one.address ?? '')).toBeUndefined()
    }
    for (const one of vectors<Other>('ss58-addresses').cases) {
      // Any prefix is accepted, because the same account has one for every network.
      if (one.address === undefined || (!one.valid && one.expectedPrefix !== undefined)) continue
      expect(await canonicalAddress('polkadot', one.address)).toBe(
        one.valid ? one.publicKey : undefined,
      )
    }
    for (const one of vectors<{ input: string; is32Bytes: boolean }>('solana-addresses').cases) {
      expect(await canonicalAddress('solana', one.input)).toBe(
        one.is32Bytes ? one.input : undefined,
      )
    }
  })
})

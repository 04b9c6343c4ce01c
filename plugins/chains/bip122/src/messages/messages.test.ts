import type { Account } from '@portico/kernel/account'
import type { SignedMessage } from '@portico/kernel/capabilities'
import { signBip322, signLegacy } from '@portico/mock-wallets'
import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { accountAt } from '../../test/page.js'
import { readBitcoinAddress } from '../addresses/address.js'
import { createHandle } from '../wallets/handle.js'
import { createMessages } from './messages.js'

const { verify, sign } = createMessages()
const never = new AbortController().signal
const account = (address: string): Account => ({
  namespace: 'bip122',
  address,
  type: 'payment',
  connection: 'bip122/x',
})
const judge = (
  address: string,
  text: string,
  signature: string,
): Promise<boolean | 'inconclusive'> =>
  verify(
    account(address),
    text,
    { signature, scheme: 'bip322' } satisfies SignedMessage,
    never,
  ).catch(error => {
    expect(error).toMatchObject({ code: 'SIGNATURE_UNKNOWN' })
    return 'inconclusive' as const
  })

describe.skipIf(!hasVectors)('public BIP-322 vectors', () => {
  interface Case {
    readonly kind: 'tx_hashes' | 'simple' | 'full' | 'proof_of_funds' | 'error'
    readonly type?: string
    readonly message: string
    readonly address: string
    readonly description?: string
    readonly signature?: string
    readonly bip322_signatures?: readonly string[]
    readonly message_hash?: string
    readonly to_spend_tx_hash?: string
    readonly to_sign_tx_hash?: string
  }
  const { cases } = vectors<Case>('bip322-messages')
  const oneKey = /^(p2wpkh|p2tr|p2pkh|p2sh-p2wpkh)$/

  it.each(
    cases.filter(
      one => (one.kind === 'simple' || one.kind === 'full') && oneKey.test(one.type ?? ''),
    ),
  )('[D29d] $kind $type "$message" is valid', async one => {
    for (const signature of one.bip322_signatures ?? []) {
      expect(await judge(one.address, one.message, signature)).toBe(true)
      expect(await judge(one.address, `${one.message}.`, signature)).toBe(false)
    }
  })
  it.each(
    cases.filter(
      one =>
        one.kind === 'proof_of_funds' ||
        ((one.kind === 'simple' || one.kind === 'full') && !oneKey.test(one.type ?? '')),
    ),
  )(
    '[D29d] $kind $type needs more than one key to verify, and is reported as unsupported',
    async one => {
      for (const signature of one.bip322_signatures ?? [])
        expect(await judge(one.address, one.message, signature)).toBe('inconclusive')
    },
  )
  it.each(cases.filter(one => one.kind === 'error'))(
    '[S35] an invalid signature is rejected: $description',
    async one => {
      const verdict = await judge(one.address, one.message, one.signature ?? '')
      expect(verdict).not.toBe(true)
      const scripted =
        /multisig|time-lock/.test(one.description ?? '') ||
        readBitcoinAddress(one.address)?.kind === 'p2wsh'
      if (!scripted) expect(verdict).toBe(false)
    },
  )
})

describe.skipIf(!hasVectors)('public vectors of legacy signatures', () => {
  interface Case {
    readonly kind: string
    readonly network?: string
    readonly message: string
    readonly magicHash?: string
    readonly address: string
    readonly signature: string
    readonly hex: string
    readonly recovery?: number
    readonly compressed?: boolean
    readonly valid?: boolean
    readonly description?: string
  }
  const { cases } = vectors<Case>('bip137-messages')
  // Dogecoin is another chain with another prefix, for which this plugin has no network.
  const foreign = cases.filter(one => one.network === 'dogecoin' || one.address?.startsWith('D'))

  it('[D29d] every legacy vector is checked except those of Dogecoin', () => {
    const checked = cases.filter(one => one.kind === 'signature' || one.kind.startsWith('verify'))
    // Hashing and decoding are tested in @portico/signatures.
    const testedInSignatures = cases.filter(
      one => one.kind === 'magicHash' || one.kind === 'signature-decode',
    )
    expect([checked.length + testedInSignatures.length, foreign.length]).toEqual([cases.length, 3])
  })
  it.each(cases.filter(one => one.kind.startsWith('verify') && !foreign.includes(one)))(
    '[D29d] $address over "$message": $valid',
    async one => {
      expect(await judge(one.address, one.message, one.signature)).toBe(one.valid)
    },
  )
  it.each(cases.filter(one => one.kind === 'signature'))(
    '[S35] malformed signatures are rejected: $hex',
    async one => {
      expect(
        await judge(
          '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
          'vires is numeris',
          base64.encode(hex.decode(one.hex)),
        ),
      ).toBe(false)
    },
  )
})

describe.skipIf(!hasVectors)('public sign-in signatures', () => {
  interface Case {
    readonly namespace: string
    readonly message: string
    readonly account: string
    readonly signature: string
    readonly valid: boolean
  }
  it.each(vectors<Case>('siwx-signatures').cases.filter(one => one.namespace === 'bip122'))(
    '[D29d] $account: $valid',
    async one => {
      expect(await judge(one.account, one.message, one.signature)).toBe(one.valid)
    },
  )
})

describe('signing a message', () => {
  const text = 'Portico says hello, ünïcode and all'
  const via = (answer: string) => ({
    id: 'bip122/x' as const,
    namespace: 'bip122',
    connector: 'x',
    accounts: [],
    network: 'bip122:x' as const,
    handle: createHandle({
      signMessage: async () => answer,
      signPsbt: async () => '',
      switchNetwork: async () => undefined,
    }),
  })

  it.each([
    ['p2wpkh', 'bip322'],
    ['p2tr', 'bip322'],
    ['p2pkh', 'ecdsa'],
    ['p2sh', 'ecdsa'],
  ] as const)('[D29d] a %s account signs by %s', async (kind, scheme) => {
    const own = accountAt(0, kind, 'Mainnet')
    const made = scheme === 'ecdsa' ? signLegacy(text, own) : signBip322(text, own)
    const signed = await sign(via(made), account(own.address), text, never)
    expect(signed).toMatchObject({ scheme, signature: made })
    expect(await verify(account(own.address), text, signed, never)).toBe(true)
  })
  it('the hex that remote wallets return is accepted', async () => {
    const own = accountAt(0, 'p2pkh', 'Mainnet')
    const made = signLegacy(text, own)
    expect(
      (await sign(via(hex.encode(base64.decode(made))), account(own.address), text, never))
        .signature,
    ).toBe(made)
  })
  it('[S35] a response that is no signature of that account over that text is rejected', async () => {
    const own = accountAt(0, 'p2wpkh', 'Mainnet')
    const lies = [
      '',
      'nonsense',
      signLegacy('another text', own),
      signLegacy(text, accountAt(1)),
      signBip322('another text', own),
    ]
    for (const lie of lies)
      await expect(sign(via(lie), account(own.address), text, never)).rejects.toMatchObject({
        code: 'WALLET_ANSWER',
      })
  })
})

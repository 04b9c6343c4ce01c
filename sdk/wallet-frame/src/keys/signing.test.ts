import * as ecc from '@bitcoinerlab/secp256k1'
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2AsU8a, sr25519Verify } from '@polkadot/util-crypto'
import { judge as judgeBitcoin } from '@portico/signatures/bitcoin'
import { judge as judgeSolana } from '@portico/signatures/solana'
import { judge as judgeSubstrate } from '@portico/signatures/substrate'
import { base58, base64, hex } from '@scure/base'
import { Transaction as BitcoinTransaction, NETWORK } from '@scure/btc-signer'
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { initEccLib, Psbt } from 'bitcoinjs-lib'
import { Transaction, verifyMessage, verifyTypedData } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountsOf, sign } from './accounts.js'
import type { Bytes } from './bytes.js'
import type { SignRequest, SignResult } from './sign-messages.js'

const entropy: Bytes = Uint8Array.from(hex.decode('7f'.repeat(16)))
const hexOf = (bytes: Uint8Array) => `0x${hex.encode(bytes)}`
const utf8 = (text: string) => new TextEncoder().encode(text)
const signatureOf = (result: SignResult) => ('signature' in result ? result.signature : '')
const refusal = (request: SignRequest) =>
  sign(entropy, request).then(
    () => 'signed',
    (error: { code?: string }) => error.code,
  )
const addressOf = async (...network: [Parameters<typeof accountsOf>[1]]) =>
  (await accountsOf(entropy, ...network))[0]?.address ?? ''

describe('signing on Ethereum', () => {
  it('ethers recovers the account from a signature over any bytes', async () => {
    const own = await addressOf({ namespace: 'eip155' })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async message => {
        const result = await sign(entropy, { kind: 'eip155/message', message: hexOf(message) })
        expect(verifyMessage(message, signatureOf(result))).toBe(own)
      }),
      { numRuns: 10 },
    )
  })

  const mail = {
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: `0x${'c'.repeat(40)}`,
    },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallets', type: 'address[]' },
      ],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'amount', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
    primaryType: 'Mail',
    message: {
      from: { name: 'Cow', wallets: [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] },
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      data: '0x0102',
    },
  }
  it('ethers recovers the account from typed data with nested types and the largest number', async () => {
    const typedData = JSON.stringify(mail)
    const result = await sign(entropy, { kind: 'eip155/typed-data', typedData })
    const { EIP712Domain, ...types } = mail.types
    expect(EIP712Domain).toHaveLength(4)
    expect(verifyTypedData(mail.domain, types, mail.message, signatureOf(result))).toBe(
      await addressOf({ namespace: 'eip155' }),
    )
  })

  it.each([
    ['no JSON', 'hello'],
    ['a number that JSON rounds', JSON.stringify(mail).replace(/"1157\d+"/, '9007199254740993')],
    ['a fraction', JSON.stringify(mail).replace(/"1157\d+"/, '1.5')],
    ['a type that is not described', JSON.stringify({ ...mail, primaryType: 'Order' })],
    ['a value that is too large for its type', JSON.stringify(mail).replace('115792', '915792')],
    ['a missing member', JSON.stringify({ ...mail, message: {} })],
    ['null', 'null'],
  ])('refuses typed data with %s', async (_what, typedData) => {
    expect(await refusal({ kind: 'eip155/typed-data', typedData })).toBe('REQUEST_REFUSED')
  })

  const transfer = {
    chainId: 11_155_111,
    nonce: 7,
    to: `0x${'9'.repeat(40)}`,
    value: '0xde0b6b3a7640000',
    data: '0xa9059cbb',
    gas: '0x5208',
  }
  it.each([
    ['legacy', { ...transfer, type: 'legacy', gasPrice: '0x3b9aca00' }],
    [
      'EIP-1559',
      {
        ...transfer,
        type: 'eip1559',
        maxFeePerGas: '0x77359400',
        maxPriorityFeePerGas: '0x1',
        accessList: [{ address: `0x${'8'.repeat(40)}`, storageKeys: [`0x${'1'.repeat(64)}`] }],
      },
    ],
  ] as const)(
    'ethers reads the same values and sender from a signed %s transaction',
    async (_kind, transaction) => {
      const result = await sign(entropy, {
        kind: 'eip155/transaction',
        transaction: structuredClone(transaction) as never,
      })
      const read = Transaction.from('signed' in result ? String(result.signed) : '')
      expect(read).toMatchObject({
        from: await addressOf({ namespace: 'eip155' }),
        hash: 'hash' in result ? result.hash : '',
        chainId: 11_155_111n,
        nonce: 7,
        value: 10n ** 18n,
        data: '0xa9059cbb',
        gasLimit: 21_000n,
        authorizationList: null,
      })
      expect(read.to?.toLowerCase()).toBe(transfer.to)
    },
  )

  it('refuses to create a contract without code', async () => {
    const { to, data, ...rest } = transfer
    expect([to, data]).not.toContain(undefined)
    const transaction = { ...rest, type: 'legacy', gasPrice: '0x1' } as const
    expect(await refusal({ kind: 'eip155/transaction', transaction })).toBe('REQUEST_REFUSED')
  })
})

describe('signing on Solana', () => {
  const blockhash = base58.encode(new Uint8Array(32).fill(9)) as Blockhash
  const memo = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  const transactionOf = (payer: string, version: 'legacy' | 0) =>
    compileTransaction(
      pipe(
        createTransactionMessage({ version }),
        message => setTransactionMessageFeePayer(address(payer), message),
        message =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash, lastValidBlockHeight: 1n },
            message,
          ),
        message =>
          appendTransactionMessageInstruction(
            { programAddress: memo, data: utf8('hello') },
            message,
          ),
      ) as Parameters<typeof compileTransaction>[0],
    )

  it('any text is signed so that the verifier of sign-ins accepts it', async () => {
    const own = await addressOf({ namespace: 'solana' })
    await fc.assert(
      fc.asyncProperty(fc.string(), async text => {
        const request = { kind: 'solana/message', message: base64.encode(utf8(text)) } as const
        const signature = signatureOf(await sign(entropy, request))
        expect(judgeSolana(own, text, signature)).toEqual({ scheme: 'ed25519' })
      }),
      { numRuns: 10 },
    )
  })

  it.each([['legacy'], [0]] as const)(
    'a transaction of version %s gets its signature in the place of the payer',
    async version => {
      const own = await addressOf({ namespace: 'solana' })
      const transaction = transactionOf(own, version)
      const text = base64.encode(Uint8Array.from(getTransactionEncoder().encode(transaction)))
      const result = await sign(entropy, {
        kind: 'solana/transactions',
        transactions: [text, text],
      })
      const signed = 'signed' in result ? result.signed : []
      for (const each of signed) {
        const bytes = base64.decode(each)
        const message = Uint8Array.from(transaction.messageBytes)
        expect(bytes.slice(65)).toEqual(message)
        expect(ed25519.verify(bytes.slice(1, 65), message, base58.decode(own))).toBe(true)
      }
      expect(signed).toHaveLength(2)
    },
  )

  it('refuses a transaction that another account has to sign, and bytes that are none', async () => {
    const other = transactionOf(base58.encode(new Uint8Array(32).fill(3)), 0)
    const bytes = Uint8Array.from(getTransactionEncoder().encode(other))
    for (const each of [
      bytes,
      bytes.slice(0, -1),
      Uint8Array.of(...bytes, 0),
      new Uint8Array(),
      utf8('hi'),
    ])
      expect(
        await refusal({ kind: 'solana/transactions', transactions: [base64.encode(each)] }),
      ).toBe('REQUEST_REFUSED')
  })

  it.each([['legacy'], [0]] as const)(
    'refuses a text that is a transaction of version %s',
    async version => {
      const { messageBytes } = transactionOf(await addressOf({ namespace: 'solana' }), version)
      const message = base64.encode(Uint8Array.from(messageBytes))
      expect(await refusal({ kind: 'solana/message', message })).toBe('REQUEST_REFUSED')
    },
  )

  it('no byte of random transactions makes the reader fail or read for ever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        const transactions = [base64.encode(bytes)]
        expect(await refusal({ kind: 'solana/transactions', transactions })).toBe('REQUEST_REFUSED')
      }),
      { numRuns: 50 },
    )
  })
})

describe('signing on Polkadot', () => {
  const publicKey = async () =>
    hex.decode((await accountsOf(entropy, { namespace: 'polkadot' }))[0]?.publicKey.slice(2) ?? '')

  it('text is signed in <Bytes>, so that the verifier of sign-ins accepts it', async () => {
    const own = await addressOf({ namespace: 'polkadot' })
    const result = await sign(entropy, { kind: 'polkadot/bytes', data: hexOf(utf8('hello')) })
    expect(judgeSubstrate(own, 'hello', signatureOf(result))).toEqual({ scheme: 'sr25519' })
    const bytes = hex.decode(signatureOf(result).slice(2))
    expect(sr25519Verify('<Bytes>hello</Bytes>', bytes, await publicKey())).toBe(true)
    expect(sr25519Verify('hello', bytes, await publicKey())).toBe(false)
  })

  it('text that is wrapped already is not wrapped again', async () => {
    const data = hexOf(utf8('<Bytes>hello</Bytes>'))
    const bytes = hex.decode(
      signatureOf(await sign(entropy, { kind: 'polkadot/bytes', data })).slice(2),
    )
    expect(sr25519Verify('<Bytes>hello</Bytes>', bytes, await publicKey())).toBe(true)
  })

  it.each([40, 256, 257, 1_000])(
    'a payload of %d bytes is signed as the runtime checks it',
    async length => {
      const payload = new Uint8Array(length).map((_byte, at) => at)
      const result = await sign(entropy, { kind: 'polkadot/payload', payload: hexOf(payload) })
      const bytes = hex.decode(signatureOf(result).slice(2))
      expect(bytes[0]).toBe(1)
      const signed = length > 256 ? blake2AsU8a(payload, 256) : payload
      expect(sr25519Verify(signed, bytes.slice(1), await publicKey())).toBe(true)
    },
  )
})

describe('signing on Bitcoin', () => {
  const network = 'mainnet'
  const accounts = () => accountsOf(entropy, { namespace: 'bip122', network })
  const scriptOf = (text: string) => {
    const made = new BitcoinTransaction()
    made.addOutputAddress(text, 1n, NETWORK)
    return made.getOutput(0).script ?? new Uint8Array()
  }
  /** Spends a coin of each address: 100,000 satoshi each. */
  const psbtOf = (
    addresses: readonly string[],
    change: (made: BitcoinTransaction) => void = () => undefined,
  ) => {
    const made = new BitcoinTransaction({ allowUnknownInputs: true })
    for (const [index, text] of addresses.entries())
      made.addInput({
        txid: '11'.repeat(32),
        index,
        witnessUtxo: { script: scriptOf(text), amount: 100_000n },
      })
    made.addOutputAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 150_000n, NETWORK)
    change(made)
    return base64.encode(made.toPSBT())
  }
  const foreign = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

  it.each([0, 1])(
    'BIP-322: the verifier of sign-ins accepts the signature of address %d',
    async index => {
      const own = (await accounts())[index]?.address ?? ''
      const request = {
        kind: 'bip122/message',
        network,
        address: own,
        message: 'Hello World',
      } as const
      expect(judgeBitcoin(own, 'Hello World', signatureOf(await sign(entropy, request)))).toEqual({
        scheme: 'bip322',
      })
    },
  )

  it('refuses to sign a text for an address of somebody else, or of another network', async () => {
    const [testnet] = await accountsOf(entropy, { namespace: 'bip122', network: 'testnet' })
    for (const each of [foreign, testnet?.address ?? '', ''])
      expect(await refusal({ kind: 'bip122/message', network, address: each, message: 'x' })).toBe(
        'REQUEST_REFUSED',
      )
  })

  it('bitcoinjs-lib accepts the signatures over a payment and a taproot coin', async () => {
    initEccLib(ecc)
    const addresses = (await accounts()).map(each => each.address)
    const result = await sign(entropy, { kind: 'bip122/psbt', network, psbt: psbtOf(addresses) })
    const signed = Psbt.fromBase64('psbt' in result ? result.psbt : '')
    const isRight = signed.validateSignaturesOfAllInputs((key, hash, signature) =>
      key.length === 32
        ? ecc.verifySchnorr(hash, key, signature)
        : ecc.verify(hash, key, signature),
    )
    expect(isRight).toBe(true)
    expect('txid' in result).toBe(false)
  })

  it('a finalised transaction has the id that it will have on the chain', async () => {
    const addresses = (await accounts()).map(each => each.address)
    const result = await sign(entropy, {
      kind: 'bip122/psbt',
      network,
      psbt: psbtOf(addresses),
      finalize: true,
    })
    const psbt = Psbt.fromBase64('psbt' in result ? result.psbt : '')
    expect('txid' in result && result.txid).toBe(psbt.extractTransaction().getId())
  })

  it('signs only its own inputs, and refuses those of others when they are asked for', async () => {
    const own = (await accounts())[0]?.address ?? ''
    const psbt = psbtOf([foreign, own])
    const result = await sign(entropy, { kind: 'bip122/psbt', network, psbt })
    const inputs = Psbt.fromBase64('psbt' in result ? result.psbt : '').data.inputs
    expect(inputs.map(({ partialSig }) => partialSig?.length ?? 0)).toEqual([0, 1])
    for (const request of [
      { psbt, inputs: [0] },
      { psbt, inputs: [7] },
      { psbt, finalize: true },
      { psbt: psbtOf([foreign]) },
    ])
      expect(await refusal({ kind: 'bip122/psbt', network, ...request })).toBe('REQUEST_REFUSED')
  })

  it.each([0, 2, 3, 128, 129, 130, 131])(
    'refuses the signature type %d on a payment input, which would let others change the outputs',
    async sighashType => {
      const own = (await accounts())[0]?.address ?? ''
      const psbt = psbtOf([own], made => made.updateInput(0, { sighashType }))
      expect(await refusal({ kind: 'bip122/psbt', network, psbt })).toBe('REQUEST_REFUSED')
    },
  )

  it('refuses a taproot input with scripts, which the address of this wallet does not have', async () => {
    const own = (await accounts())[1]?.address ?? ''
    const psbt = psbtOf([own], made =>
      made.updateInput(0, { tapMerkleRoot: new Uint8Array(32).fill(7) }),
    )
    expect(await refusal({ kind: 'bip122/psbt', network, psbt })).toBe('REQUEST_REFUSED')
  })

  it.each(['', 'aGVsbG8=', 'cHNidP8BAA=='])('refuses %j, which is no PSBT', async psbt => {
    expect(await refusal({ kind: 'bip122/psbt', network, psbt })).toBe('REQUEST_REFUSED')
  })
})

describe('the time of a signature', () => {
  it('takes at most 150 ms in each namespace once its library is loaded', async () => {
    const own =
      (await accountsOf(entropy, { namespace: 'bip122', network: 'mainnet' }))[0]?.address ?? ''
    const requests: readonly SignRequest[] = [
      { kind: 'eip155/message', message: '0x68656c6c6f' },
      { kind: 'solana/message', message: 'aGVsbG8=' },
      { kind: 'polkadot/bytes', data: '0x68656c6c6f' },
      { kind: 'bip122/message', network: 'mainnet', address: own, message: 'hello' },
    ]
    const times: Record<string, number> = {}
    for (const request of requests) {
      const runs: number[] = []
      for (let run = 0; run < 6; run++) {
        const start = performance.now()
        await sign(entropy, request)
        runs.push(performance.now() - start)
      }
      times[request.kind] = Math.round(Math.min(...runs.slice(1)))
    }
    process.stdout.write(`milliseconds of a signature: ${JSON.stringify(times)}\n`)
    for (const time of Object.values(times)) expect(time).toBeLessThan(150)
  })
})

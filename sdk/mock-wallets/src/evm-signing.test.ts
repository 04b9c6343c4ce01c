import {
  encodeFunctionData,
  hashTypedData,
  recoverAddress,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../kernel/test/vectors.js'
import {
  ada,
  ask,
  bob,
  connected,
  mined,
  porticoDollar,
  reader,
  recipient,
  setUpDevnet,
} from '../test/on-chain-wallet.js'

setUpDevnet()

describe('messages signed by a mock EVM wallet', () => {
  it.each(['hello', '', 'مرحبا 👋', 'line\nbreak'])(
    'the address is recovered from the signature of %j',
    async message => {
      const wallet = await connected()
      for (const encoded of [stringToHex(message), message]) {
        const signature = await ask<`0x${string}`>(wallet, 'personal_sign', encoded, bob.address)
        expect(await verifyMessage({ address: bob.address, message, signature })).toBe(true)
      }
    },
  )

  it('a message is signed for an address in any case, and refused for an address without permission', async () => {
    const wallet = await connected()
    expect(await ask(wallet, 'personal_sign', '0x01', ada.address.toLowerCase())).toMatch(/^0x/)
    for (const address of [recipient, undefined, 7])
      await expect(ask(wallet, 'personal_sign', '0x01', address)).rejects.toMatchObject({
        code: 4100,
      })
    await expect(ask(wallet, 'personal_sign', 7, ada.address)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('typed data signed by a mock EVM wallet', () => {
  const typed = {
    domain: { name: 'Portico', version: '1', chainId: 1, verifyingContract: porticoDollar.address },
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Mail',
    message: { to: recipient, amount: '123456789012345678901234567890' },
  } as const

  it('an object and its JSON have the same signature', async () => {
    const wallet = await connected()
    const signatures = await Promise.all(
      [typed, JSON.stringify(typed)].map(data =>
        ask<`0x${string}`>(wallet, 'eth_signTypedData_v4', ada.address, data),
      ),
    )
    expect(new Set(signatures).size).toBe(1)
    expect(
      await verifyTypedData({
        ...typed,
        message: { to: recipient, amount: 123456789012345678901234567890n },
        address: ada.address,
        signature: signatures[0]!,
      }),
    ).toBe(true)
  })

  it('typed data with the domain of another chain is refused, as real wallets do', async () => {
    const wallet = await connected()
    wallet.switchChain(8453)
    await expect(ask(wallet, 'eth_signTypedData_v4', ada.address, typed)).rejects.toThrow(
      'Provided chainId "1" must match the active chainId "8453"',
    )
  })

  it.each(['{', '7', 'null', '{}', undefined])('the typed data %j is refused', async data => {
    await expect(
      ask(await connected(), 'eth_signTypedData_v4', ada.address, data),
    ).rejects.toMatchObject({ code: -32602 })
  })

  it.skipIf(!hasVectors)(
    'the signature is that of the digest in every public EIP-712 vector',
    async () => {
      interface Case {
        readonly domain: { readonly chainId?: number | string }
        readonly digest: `0x${string}`
        readonly message: unknown
      }
      const wallet = await connected()
      const { cases } = vectors<Case>('eip712-typed-data')
      for (const { digest, ...data } of cases) {
        if (data.domain.chainId !== undefined) wallet.switchChain(Number(data.domain.chainId))
        const signature = await ask<`0x${string}`>(
          wallet,
          'eth_signTypedData_v4',
          ada.address,
          JSON.stringify(data),
        )
        expect(await recoverAddress({ hash: digest, signature })).toBe(ada.address)
      }
      expect(cases.length).toBeGreaterThan(100)
    },
  )

  it('a signed permit is accepted by the token', async () => {
    const wallet = await connected()
    const client = reader()
    const deadline = (await client.getBlock()).timestamp + 3_600n
    const data = {
      domain: {
        name: 'Portico Dollar',
        version: '1',
        chainId: 1,
        verifyingContract: porticoDollar.address,
      },
      types: {
        Permit: [
          'address owner',
          'address spender',
          'uint256 value',
          'uint256 nonce',
          'uint256 deadline',
        ].map(field => {
          const [type = '', name = ''] = field.split(' ')
          return { name, type }
        }),
      },
      primaryType: 'Permit',
      message: {
        owner: ada.address,
        spender: recipient,
        value: '9',
        nonce: '0',
        deadline: String(deadline),
      },
    } as const
    const signature = await ask<`0x${string}`>(
      wallet,
      'eth_signTypedData_v4',
      ada.address,
      JSON.stringify(data),
    )
    expect(hashTypedData(data as never)).toMatch(/^0x/)
    const [r, s, v] = [
      `0x${signature.slice(2, 66)}`,
      `0x${signature.slice(66, 130)}`,
      Number.parseInt(signature.slice(130), 16),
    ] as const
    const permit = encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'permit',
      args: [ada.address, recipient, 9n, deadline, v, r, s],
    })
    const hash = await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
      from: bob.address,
      to: porticoDollar.address,
      data: permit,
    })
    expect((await mined(hash)).status).toBe('success')
    expect(
      await client.readContract({
        ...porticoDollar,
        functionName: 'allowance',
        args: [ada.address, recipient],
      }),
    ).toBe(9n)
  })
})

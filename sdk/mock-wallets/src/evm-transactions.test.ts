import { createWalletClient, custom, encodeFunctionData, numberToHex } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import {
  ada,
  ask,
  bob,
  connected,
  devnet,
  mined,
  porticoDollar,
  reader,
  recipient,
  setUpDevnet,
} from '../test/on-chain-wallet.js'

setUpDevnet()

describe('a mock EVM wallet that reads the chain', () => {
  it('sends a read to the node of the active chain, and passes its error on', async () => {
    const wallet = await connected()
    expect(await ask(wallet, 'eth_getBalance', recipient, 'latest')).toBe('0x0')
    await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' })
    expect(await ask(wallet, 'eth_getCode', porticoDollar.address, 'latest')).toMatch(/^0x60/)
    await expect(
      ask(wallet, 'eth_call', { to: porticoDollar.address, data: '0xdeadbeef' }, 'latest'),
    ).rejects.toMatchObject({ code: 3, data: '0x' })
  })

  it('fails with an internal error when its node does not answer, or answers a web page', async () => {
    const proxy = await devnet.proxy(1)
    const wallet = await connected({ chains: { 1: proxy.url } })
    for (const mode of ['down', 'html'] as const) {
      proxy.set(mode)
      await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: -32603 })
    }
  })

  it('sends requests through the given function', async () => {
    const sent: string[] = []
    const wallet = await connected({
      chains: { 1: 'somewhere' },
      send: async (url, body) => {
        sent.push(`${url} ${(JSON.parse(body) as { method: string }).method}`)
        return JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7' })
      },
    })
    expect(await ask(wallet, 'eth_blockNumber')).toBe('0x7')
    expect(sent).toEqual(['somewhere eth_blockNumber'])
  })
})

describe('a mock EVM wallet that sends transactions', () => {
  it('sends a transaction on the active chain from the requested account', async () => {
    const wallet = await connected()
    wallet.switchChain(8453)
    const before = await devnet.chain(8453).balanceOf(recipient)
    const hash = await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
      from: bob.address,
      to: recipient,
      value: '0x7',
    })
    expect(await mined(hash, 8453)).toMatchObject({
      status: 'success',
      from: bob.address.toLowerCase(),
      type: 'eip1559',
    })
    expect(await devnet.chain(8453).balanceOf(recipient)).toBe(before + 7n)
  })

  it('keeps the gas, fees and nonce of the request', async () => {
    const wallet = await connected()
    const send = async (more: object) =>
      reader().getTransaction({
        hash: await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
          from: ada.address,
          to: recipient,
          ...more,
        }),
      })
    expect(
      await send({ gas: '0x7530', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' }),
    ).toMatchObject({
      gas: 30_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    expect(await send({ gasPrice: '0x77359400' })).toMatchObject({
      type: 'legacy',
      gasPrice: 2_000_000_000n,
    })
    const nonce = await reader().getTransactionCount({ address: ada.address })
    expect(await send({ nonce: numberToHex(nonce) })).toMatchObject({ nonce })
  })

  it('gives twenty transactions at once twenty nonces', async () => {
    const wallet = await connected()
    const hashes = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
          from: ada.address,
          to: recipient,
          value: '0x1',
        }),
      ),
    )
    const receipts = await Promise.all(hashes.map(hash => mined(hash)))
    expect(new Set(hashes).size).toBe(20)
    expect(receipts.every(receipt => receipt.status === 'success')).toBe(true)
  })

  it('passes the reason on when the chain refuses a transaction, and sends the next transaction', async () => {
    const wallet = await connected()
    const tooMuch = encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'transfer',
      args: [recipient, 2n ** 200n],
    })
    await expect(
      ask(wallet, 'eth_sendTransaction', {
        from: ada.address,
        to: porticoDollar.address,
        data: tooMuch,
      }),
    ).rejects.toMatchObject({
      code: 3,
      data: expect.stringMatching(/^0xe450d38c/),
    })
    await expect(
      ask(wallet, 'eth_sendTransaction', {
        from: ada.address,
        to: recipient,
        value: numberToHex(10n ** 30n),
      }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/insufficient funds/i),
    })
    expect(await ask(wallet, 'eth_sendTransaction', { from: ada.address, to: recipient })).toMatch(
      /^0x[0-9a-f]{64}$/,
    )
  })

  it.each([{ value: '1' }, { value: 1 }, { data: '0x1' }, { chainId: '0x2105' }, { gas: 'much' }])(
    'refuses a transaction with %j',
    async more => {
      await expect(
        ask(await connected(), 'eth_sendTransaction', {
          from: ada.address,
          to: recipient,
          ...more,
        }),
      ).rejects.toMatchObject({ code: -32602 })
    },
  )

  it('serves viem as a transport', async () => {
    const wallet = await connected()
    const client = createWalletClient({ chain: mainnet, transport: custom(wallet.provider) })
    expect(await client.requestAddresses()).toContain(ada.address)
    const hash = await client.writeContract({
      ...porticoDollar,
      functionName: 'transfer',
      args: [recipient, 5n],
      account: ada.address,
    })
    expect((await mined(hash)).status).toBe('success')
    await client.switchChain({ id: 8453 })
    expect(await client.getChainId()).toBe(8453)
  })
})

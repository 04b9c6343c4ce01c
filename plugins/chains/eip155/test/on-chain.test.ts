/** On local Anvil nodes: what is sent arrives, and what is read is the chain's state. */
import { devAccounts } from '@portico/devnet'
import {
  messagesCapability,
  networksCapability,
  type TransactionOutcome,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { AssetId, NetworkId } from '@portico/kernel/chain'
import { eip155Transaction } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { watchOutcome } from '@portico/kernel/rpc'
import { describe, expect, it } from 'vitest'
import { defineEvmNetwork } from '../src/index.js'
import { createRpcs } from '../src/node/rpc.js'
import { confirmation, standing } from '../src/transactions/confirmation.js'
import { never, thrownBy } from './bench.js'
import {
  bench,
  chain,
  copy,
  devnet,
  dollar,
  from,
  offer,
  proxy,
  send,
  setUpChain,
  via,
  wallet,
  withDecimals,
} from './on-chain-bench.js'
import { network, receiver, sender } from './on-chain-rig.js'

setUpChain()

describe('on a chain', () => {
  it('[S1.16] the plugin brings the namespace eip155 and its wallet', () => {
    expect(bench.kernel.items(connectorsSlot).map(one => one.namespace)).toEqual(['eip155'])
    expect(via.namespace).toBe('eip155')
  })

  it('[S7.25] [D3a] a connected wallet reports its accounts and its network', () => {
    expect(via.accounts.map(one => one.address)).toEqual([
      devAccounts[0].address,
      devAccounts[1].address,
    ])
    expect(via.network).toBe(network)
  })

  it('[S7.26] [D3a] a signature of the wallet verifies, and the signature of another text does not', async () => {
    const signed = await offer(messagesCapability).sign(via, from, 'hello', never())
    expect(await offer(messagesCapability).verify(from, 'hello', signed, never())).toBe(true)
    expect(await offer(messagesCapability).verify(from, 'hullo', signed, never())).toBe(false)
  })

  it('[D3a] a connection restores without a prompt, and switches the network and back', async () => {
    wallet.calls.length = 0
    const restored = await (await bench.connector('io.fox')).restore({}, never())
    expect(wallet.calls.map(call => call.method).sort()).toEqual(['eth_accounts', 'eth_chainId'])
    expect(restored?.report.accounts).toHaveLength(2)
    await offer(networksCapability).switch?.(via, 'eip155:8453', never())
    expect(wallet.chainId).toBe(8453)
    await offer(networksCapability).switch?.(via, network, never())
    expect(wallet.chainId).toBe(1)
  })

  it('[S7.27] a native transfer arrives with the exact amount, and its hash is confirmed', async () => {
    const before = await chain.balanceOf(receiver)
    const { draft, amount } = await offer(transfersCapability).prepare(
      {
        from,
        to: receiver.toLowerCase(),
        network,
        asset: 'native',
        amount: 123_456_789n,
        decimals: 18,
      },
      never(),
    )
    const { hash, outcome } = await send(draft)
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    expect(outcome).toMatchObject({ status: 'confirmed', block: expect.any(BigInt) })
    expect(amount).toBe(123_456_789n)
    expect((await chain.balanceOf(receiver)) - before).toBe(123_456_789n)
  })

  it('[S7.28] an ERC-20 transfer calls the token contract with recipient and amount, and arrives', async () => {
    const { address } = devnet.contracts.porticoDollar
    const before = await chain.balanceOf(receiver, address)
    const { draft } = await offer(transfersCapability).prepare(
      { from, to: receiver, network, asset: dollar(), amount: 1_500_000n, decimals: 6 },
      never(),
    )
    expect(eip155Transaction.read(draft)).toEqual({
      to: address,
      value: 0n,
      data: `0xa9059cbb${receiver.slice(2).toLowerCase().padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`,
    })
    expect((await send(draft)).outcome?.status).toBe('confirmed')
    expect((await chain.balanceOf(receiver, address)) - before).toBe(1_500_000n)
  })

  it('[S7.29] the network estimates the gas of a transaction, and the named fee is never below the paid one', async () => {
    const draft = eip155Transaction.draft(network, { to: receiver, value: 1n })
    const fee = await offer(transactionsCapability).estimate(via, from, draft, never())
    const before = await chain.balanceOf(sender)
    await send(draft)
    const paid = before - (await chain.balanceOf(sender)) - 1n
    expect(fee.kind).toBe('native')
    if (fee.kind !== 'native') return
    expect(fee.amount).toBeGreaterThanOrEqual(paid)
    expect(fee.amount).toBeLessThan(paid * 4n)
    expect(fee.rate).toMatchObject({
      value: expect.stringMatching(/^\d+(\.\d{1,9})?$/),
      unit: 'gwei',
    })
  })

  it('the whole native balance can be sent, and the named fee covers it', async () => {
    wallet.switchAccount(1)
    const rich = { ...from, address: devAccounts[1].address }
    const snapshot = await devnet.snapshot()
    const owned = await chain.balanceOf(devAccounts[1].address)
    const { draft, fee, amount } = await offer(transfersCapability).prepare(
      { from: rich, to: receiver, network, asset: 'native', amount: 'max', decimals: 18 },
      never(),
    )
    expect(fee.kind === 'native' && fee.amount + amount).toBe(owned)
    const { hash } = await offer(transactionsCapability).send(via, rich, draft, never())
    expect(
      (await offer(transactionsCapability).confirm?.(hash, network, { signal: never() }))?.status,
    ).toBe('confirmed')
    await devnet.revert(snapshot)
  })

  it('all of a token can be sent', async () => {
    const snapshot = await devnet.snapshot()
    const { address } = devnet.contracts.porticoDollar
    const { draft, amount } = await offer(transfersCapability).prepare(
      { from, to: receiver, network, asset: dollar(), amount: 'max', decimals: 6 },
      never(),
    )
    expect(amount).toBe(await chain.balanceOf(sender, address))
    await send(draft)
    expect(await chain.balanceOf(sender, address)).toBe(0n)
    await devnet.revert(snapshot)
  })

  it.each([
    [
      'more than there is',
      { asset: 'native' as const, amount: 10n ** 30n },
      {
        code: 'TRANSFER_FUNDS',
        userMessage: { en: expect.stringContaining('{amount} {symbol} too low') },
      },
    ],
    [
      'no room for the fee',
      { asset: 'native' as const, amount: 0n },
      { code: 'TRANSFER_TOO_SMALL' },
    ],
    ['nothing', { asset: 'native' as const, amount: -1n }, { code: 'TRANSFER_TOO_SMALL' }],
    [
      'an asset of another chain',
      {
        asset: 'eip155:10/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3' as AssetId,
        amount: 1n,
      },
      { code: 'TRANSFER_ASSET' },
    ],
    [
      'an asset that is no token',
      {
        asset: 'eip155:1/erc721:0x5FbDB2315678afecb367f032d93F642f64180aa3' as AssetId,
        amount: 1n,
      },
      { code: 'TRANSFER_ASSET' },
    ],
    [
      'an address without a contract',
      { asset: `eip155:1/erc20:${receiver}` as AssetId, amount: 1n },
      { code: 'TRANSFER_ASSET' },
    ],
    [
      'a receiver with a typing error',
      { asset: 'native' as const, amount: 1n, to: receiver.replace('C', 'c') },
      { code: 'ADDRESS_CHECKSUM' },
    ],
    [
      'a receiver that is none',
      { asset: 'native' as const, amount: 1n, to: 'ada.eth' },
      { code: 'ADDRESS_MALFORMED' },
    ],
    [
      'a network that the host does not list',
      { asset: 'native' as const, amount: 1n, network: 'eip155:5' as NetworkId },
      { code: 'CHAIN_NO_ENDPOINT' },
    ],
  ])('a transfer of %s is refused with a message', async (_what, intent, error) => {
    expect(
      await thrownBy(
        offer(transfersCapability).prepare(
          { from, to: receiver, network, decimals: 18, ...intent },
          never(),
        ),
      ),
    ).toMatchObject(error)
  })

  it('a transfer that leaves no room for the fee names the missing amount', async () => {
    const owned = await chain.balanceOf(sender)
    const error = await thrownBy(
      offer(transfersCapability).prepare(
        { from, to: receiver, network, asset: 'native', amount: owned, decimals: 18 },
        never(),
      ),
    )
    expect(error).toMatchObject({
      code: 'TRANSFER_FEE',
      message: expect.stringMatching(/^You need 0\.\d+ ETH more for the fee\.$/),
    })
  })

  it('[S19] a token transfer whose decimals are not those of the contract is refused before the wallet gets the request', async () => {
    wallet.calls.length = 0
    const prepare = (decimals: number) =>
      offer(transfersCapability).prepare(
        { from, to: receiver, network, asset: dollar(), amount: 5_000_000n, decimals },
        never(),
      )
    // A list says 4: 5 PUSD on screen are 0.05 of the contract's. It says 8: they are 500.
    for (const wrong of [4, 8, 18])
      expect(await thrownBy(prepare(wrong))).toMatchObject({
        code: 'TRANSFER_ASSET',
        message: expect.stringContaining('the network says 6'),
      })
    expect((await prepare(6)).amount).toBe(5_000_000n)
    // A session reads accounts and network once more after it was opened.
    const prompts = wallet.calls.filter(({ method }) => !/^eth_(accounts|chainId)$/.test(method))
    expect(prompts).toEqual([])
  })

  it('[S19] a token transfer is refused once the contract returns other decimals than before, or none', async () => {
    const snapshot = await devnet.snapshot()
    try {
      const { address } = devnet.contracts.porticoDollar
      const prepare = () =>
        offer(transfersCapability).prepare(
          { from, to: receiver, network, asset: dollar(), amount: 5_000_000n, decimals: 6 },
          never(),
        )
      expect((await prepare()).amount).toBe(5_000_000n)
      await chain.request('anvil_setCode', [
        copy,
        await chain.request('eth_getCode', [address, 'latest']),
      ])
      await chain.request('anvil_setCode', [address, withDecimals(4)])
      expect(await thrownBy(prepare())).toMatchObject({
        code: 'TRANSFER_ASSET',
        message: expect.stringContaining('the network says 4'),
      })
      await chain.request('anvil_setCode', [address, withDecimals(undefined)])
      expect(await thrownBy(prepare())).toMatchObject({
        code: 'TRANSFER_ASSET',
        userMessage: { id: 'eip155.error.noDecimals' },
      })
      await chain.request('anvil_setCode', [address, withDecimals(6)])
      expect((await prepare()).amount).toBe(5_000_000n)
    } finally {
      await devnet.revert(snapshot)
    }
  })

  it('a transfer of more tokens than there are is refused', async () => {
    expect(
      await thrownBy(
        offer(transfersCapability).prepare(
          { from, to: receiver, network, asset: dollar(), amount: 2n ** 255n, decimals: 6 },
          never(),
        ),
      ),
    ).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
  })

  it('a transfer of tokens to the token itself carries a warning', async () => {
    const { warnings } = await offer(transfersCapability).prepare(
      {
        from,
        to: devnet.contracts.porticoDollar.address,
        network,
        asset: dollar(),
        amount: 1n,
        decimals: 6,
      },
      never(),
    )
    expect(warnings?.[0]?.id).toBe('transfer.tokenItself')
  })

  it('a call that would revert is refused before the wallet gets the request', async () => {
    const draft = eip155Transaction.draft(network, {
      to: devnet.contracts.porticoDollar.address,
      data: `0xa9059cbb${'0'.repeat(24)}${'1'.repeat(40)}${'f'.repeat(64)}`,
    })
    expect(
      await thrownBy(offer(transactionsCapability).estimate(via, from, draft, never())),
    ).toMatchObject({
      code: 'TRANSFER_REFUSED',
      message: expect.stringContaining('This transaction would fail.'),
    })
  })

  it('a transaction that reverts on the chain is reported as failed', async () => {
    const data = `0xa9059cbb${'0'.repeat(24)}${'1'.repeat(40)}${'f'.repeat(64)}` as const
    const { outcome } = await send(
      eip155Transaction.draft(network, {
        to: devnet.contracts.porticoDollar.address,
        data,
        gas: 100_000n,
      }),
    )
    expect(outcome?.status).toBe('failed')
  })

  it('[R19] a replaced transaction is reported with its replacement', async () => {
    await chain.request('evm_setAutomine', [false])
    try {
      const nonce = await chain.request('eth_getTransactionCount', [sender, 'latest'])
      const pay = (value: string, price: string) =>
        chain.request('eth_sendTransaction', [
          { from: sender, to: receiver, value, nonce, gas: '0x5208', gasPrice: price },
        ])
      await chain.request('anvil_impersonateAccount', [sender])
      const first = (await pay('0x1', '0x77359400')) as string
      const outcome = offer(transactionsCapability).confirm?.(first, network, { signal: never() })
      await expect
        .poll(() => proxy.calls.some(call => call.method === 'eth_getTransactionCount'), {
          timeout: 3_000,
        })
        .toBe(true)
      const second = (await pay('0x2', '0x2540be400')) as string
      await chain.mine()
      expect(await outcome).toEqual({ status: 'replaced', by: second })
    } finally {
      await chain.request('evm_setAutomine', [true])
    }
  }, 30_000)

  it('[R19] a reorganisation of 3 blocks makes a transaction pending again, until a block has it again', async () => {
    const { outcome, hash } = await send(
      eip155Transaction.draft(network, { to: receiver, value: 7n }),
    )
    await chain.mine(2)
    const changes: (TransactionOutcome | undefined)[] = []
    const ended = new AbortController()
    const rpc = createRpcs({
      networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [chain.url] })],
      rpcTimeoutMs: 5_000,
    })(network)
    const watched = watchOutcome(
      {
        look: () => standing(rpc, hash, ended.signal),
        confirm: () =>
          confirmation(rpc, hash, { statusOf: async () => undefined }, undefined, ended.signal),
        outcome: outcome ?? { status: 'expired' },
        isOld: false,
        changed: now => void changes.push(now),
        deepEnough: 12n,
        everyMs: 30,
      },
      ended.signal,
    )
    const raw = await chain.request('eth_getRawTransactionByHash', [hash])
    await chain.request('anvil_reorg', [3, []])
    await expect.poll(() => changes, { timeout: 10_000 }).toEqual([undefined])
    await chain.request('eth_sendRawTransaction', [raw])
    await expect.poll(() => changes[1]?.status, { timeout: 10_000 }).toBe('confirmed')
    ended.abort()
    await thrownBy(watched)
  }, 30_000)
})

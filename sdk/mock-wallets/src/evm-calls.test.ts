import { contracts } from '@portico/devnet'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  ada,
  ask,
  connected,
  devnet,
  porticoDollar,
  recipient,
  setUpDevnet,
} from '../test/on-chain-wallet.js'
import type { MockEvmWallet } from './index.js'

setUpDevnet()

describe('several calls at once (EIP-5792)', () => {
  const batchAccount = { 8453: contracts.batchAccount.address }
  const calls = [
    { to: recipient, value: '0x3' },
    {
      to: porticoDollar.address,
      data: encodeFunctionData({
        abi: porticoDollar.abi,
        functionName: 'transfer',
        args: [recipient, 11n],
      }),
    },
  ]
  const failing = {
    to: porticoDollar.address,
    data: encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'transfer',
      args: [recipient, 2n ** 200n],
    }),
  }
  const request = (chainId: string, more: object = {}) => ({
    version: '2.0.0',
    chainId,
    from: ada.address,
    atomicRequired: false,
    calls,
    ...more,
  })

  interface Status {
    readonly status: number
    readonly atomic: boolean
    readonly receipts?: readonly {
      readonly status: string
      readonly transactionHash: string
      readonly logs: readonly unknown[]
    }[]
  }
  const settled = async (wallet: MockEvmWallet, id: string): Promise<Status> => {
    for (;;) {
      const status = await ask<Status>(wallet, 'wallet_getCallsStatus', id)
      if (status.status !== 100) return status
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  it('a batch (EIP-5792) is one transaction where the wallet has a contract for it, and delegates to it once', async () => {
    const wallet = await connected({ batchAccount })
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address)).toEqual({
      '0x1': { atomic: { status: 'unsupported' } },
      '0x2105': { atomic: { status: 'ready' } },
    })
    const before = await devnet.chain(8453).balanceOf(recipient, porticoDollar.address)
    for (const times of [1n, 2n]) {
      const { id } = await ask<{ id: string }>(
        wallet,
        'wallet_sendCalls',
        request('0x2105', { atomicRequired: true }),
      )
      expect(await settled(wallet, id)).toMatchObject({
        version: '2.0.0',
        id,
        chainId: '0x2105',
        status: 200,
        atomic: true,
        receipts: [{ status: '0x1' }],
      })
      expect(await devnet.chain(8453).balanceOf(recipient, porticoDollar.address)).toBe(
        before + 11n * times,
      )
    }
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address, ['0x2105', '0x5'])).toEqual({
      '0x2105': { atomic: { status: 'supported' } },
    })
  })

  it('a batch (EIP-5792) is all or nothing in one transaction', async () => {
    const wallet = await connected({ batchAccount })
    const before = await devnet.chain(8453).balanceOf(recipient, porticoDollar.address)
    const { id } = await ask<{ id: string }>(
      wallet,
      'wallet_sendCalls',
      request('0x2105', { calls: [...calls, failing] }),
    )
    expect(await settled(wallet, id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await devnet.chain(8453).balanceOf(recipient, porticoDollar.address)).toBe(before)
  })

  it('without a contract a batch is one transaction after the other, each with its receipt', async () => {
    const wallet = await connected()
    const { id } = await ask<{ id: string }>(wallet, 'wallet_sendCalls', request('0x1'))
    const { status, atomic, receipts = [] } = await settled(wallet, id)
    expect([status, atomic, receipts.length]).toEqual([200, false, 2])
    expect(Object.keys(receipts[1] ?? {}).sort()).toEqual([
      'blockHash',
      'blockNumber',
      'gasUsed',
      'logs',
      'status',
      'transactionHash',
    ])
    expect(receipts[1]?.logs).toHaveLength(1)
  })

  it('the status of a batch is 600 when only some calls were sent, and 400 when none was', async () => {
    const wallet = await connected()
    const send = async (list: unknown[]) =>
      settled(
        wallet,
        (await ask<{ id: string }>(wallet, 'wallet_sendCalls', request('0x1', { calls: list }))).id,
      )
    expect(await send([...calls, failing])).toMatchObject({ status: 600, receipts: [{}, {}] })
    expect((await send([failing])).status).toBe(400)
  })

  it.each([
    [5710, { chainId: '0x89' }],
    [5760, { atomicRequired: true }],
    [5700, { capabilities: { paymasterService: { url: 'https://x.example' } } }],
    [5700, { calls: [{ ...calls[0], capabilities: { other: {} } }] }],
    [4100, { from: recipient }],
    [-32602, { calls: [] }],
    [-32602, { calls: [{ value: '0x1' }] }],
    [-32602, { version: undefined }],
    [-32602, { chainId: 1 }],
  ])('a batch is refused with %i for %j', async (code, more) => {
    await expect(
      ask(await connected(), 'wallet_sendCalls', request('0x1', more)),
    ).rejects.toMatchObject({ code })
  })

  it('a batch ignores an optional capability, its id is accepted once, and an unknown id is refused', async () => {
    const wallet = await connected()
    const given = request('0x1', {
      id: 'mine',
      capabilities: { paymasterService: { optional: true } },
    })
    expect(await ask(wallet, 'wallet_sendCalls', given)).toEqual({ id: 'mine' })
    await expect(ask(wallet, 'wallet_sendCalls', given)).rejects.toMatchObject({ code: 5720 })
    await expect(ask(wallet, 'wallet_getCallsStatus', 'yours')).rejects.toMatchObject({
      code: 5730,
    })
    expect(await ask(wallet, 'wallet_showCallsStatus', 'mine')).toBeNull()
    expect((await settled(wallet, 'mine')).status).toBe(200)
  })

  it('a batch has the form of version 1 of the standard in a wallet with that quirk', async () => {
    const wallet = await connected({ quirks: { callsVersion1: true } })
    const id = await ask<string>(wallet, 'wallet_sendCalls', request('0x1'))
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    await expect
      .poll(async () => (await ask<{ status: string }>(wallet, 'wallet_getCallsStatus', id)).status)
      .toBe('CONFIRMED')
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address)).toMatchObject({
      '0x1': { atomicBatch: { supported: false } },
    })
  })
})

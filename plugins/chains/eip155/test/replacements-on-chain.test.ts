/** On a local Anvil node that makes no blocks by itself: what replaces a pending transaction. */
import { devAccounts } from '@portico/devnet'
import {
  type Replacement,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Eip155Handle } from '../src/wallets/handle.js'
import { never, thrownBy } from './bench.js'
import { chain, from, offer, setUpChain, via, wallet } from './on-chain-bench.js'
import { network, receiver } from './on-chain-rig.js'

setUpChain()

const transactions = () => offer(transactionsCapability)
const pay = (value: bigint) => eip155Transaction.draft(network, { to: receiver, value })
const optionsOf = async (hash: string): Promise<readonly Replacement[]> =>
  (await transactions().replacements?.(from, hash, network, never())) ?? []
const option = async (hash: string, kind: Replacement['kind']) => {
  const found = (await optionsOf(hash)).find(one => one.kind === kind)
  if (!found) return expect.unreachable(`no ${kind}`)
  return found
}
const replace = async (replacement: Replacement, by: Connection = via) =>
  transactions().replace?.(by, from, replacement, never())
/** The wallet, but for the answer to one method. */
const answering = (
  method: string,
  answer: (request: Readonly<Record<string, `0x${string}`>>) => unknown,
): Connection => {
  const handle = via.handle as Eip155Handle
  const request: Eip155Handle['request'] = async (args, params, signal) =>
    args === method
      ? answer(params[0] as Readonly<Record<string, `0x${string}`>>)
      : handle.request(args, params, signal)
  return { ...via, handle: { ...handle, request } }
}
const signer = privateKeyToAccount(devAccounts[0].privateKey)
/** Signs the requested transaction, with changes. */
const signing = (change: object = {}, by = signer) =>
  answering(
    'eth_signTransaction',
    ({ to, value, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }) =>
      by.signTransaction({
        chainId: 1,
        to,
        value: BigInt(value ?? 0),
        nonce: Number(nonce),
        gas: BigInt(gas ?? 0),
        maxFeePerGas: BigInt(maxFeePerGas ?? 0),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
        ...change,
      }),
  )
const nonceOf = async (hash: string) =>
  ((await chain.request('eth_getTransactionByHash', [hash])) as { nonce: string } | null)?.nonce
const balanceOf = async (address: string) =>
  BigInt(String(await chain.request('eth_getBalance', [address, 'latest'])))
const outcomeOf = (hash: string, replacement?: string): Promise<TransactionOutcome | undefined> =>
  transactions().confirm?.(hash, network, { signal: never(), replacement }) ??
  Promise.resolve(undefined)
/** Makes blocks until a promise settles: a replacement counts after two looks. */
async function mining<Value>(promise: Promise<Value>): Promise<Value> {
  const timer = setInterval(() => void chain.mine(1), 500)
  try {
    return await promise
  } finally {
    clearInterval(timer)
  }
}
const sent = async (draft = pay(11n)) => (await transactions().send(via, from, draft, never())).hash

describe('a pending transaction on a chain', () => {
  beforeEach(() => chain.request('evm_setAutomine', [false]))
  afterEach(async () => {
    await chain.mine(1)
    await chain.request('evm_setAutomine', [true])
  })

  it('[R19] A pending transaction can be sped up or cancelled, each for a higher fee with the same nonce', async () => {
    const hash = await sent()
    const options = await optionsOf(hash)
    expect(options.map(({ kind }) => kind)).toEqual(['speedUp', 'cancel'])
    const pending = (await chain.request('eth_getTransactionByHash', [hash])) as {
      nonce: string
      maxFeePerGas: string
    }
    for (const { draft, fee } of options) {
      const body = eip155Transaction.read(draft)
      expect(body?.nonce).toBe(BigInt(pending.nonce))
      expect(body?.maxFeePerGas).toBeGreaterThan((BigInt(pending.maxFeePerGas) * 11n) / 10n)
      expect(fee).toMatchObject({ kind: 'native', amount: expect.any(BigInt) })
    }
  })

  it('[S23] A payment that is sped up is paid once, and the outcome of the first transaction is replaced', async () => {
    const before = await balanceOf(receiver)
    const hash = await sent()
    const replaced = await replace(await option(hash, 'speedUp'), signing())
    expect(replaced).toMatchObject({ isSure: true })
    expect(await nonceOf(replaced?.hash ?? '')).toBeDefined()
    expect(await mining(outcomeOf(hash, replaced?.hash))).toEqual({
      status: 'replaced',
      by: replaced?.hash,
    })
    expect((await balanceOf(receiver)) - before).toBe(11n)
  }, 30_000)

  it('[S23] A transaction with a higher fee that no endpoint acknowledged is found by its hash', async () => {
    const hash = await sent()
    const speedUp = await option(hash, 'speedUp')
    const signed = signing()
    const handle = signed.handle as Eip155Handle
    const request: Eip155Handle['request'] = async (...args) => {
      const raw = await handle.request(...args)
      // It arrives, but its answer is lost.
      await chain.request('eth_sendRawTransaction', [raw])
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
      return raw
    }
    const replaced = await replace(speedUp, { ...signed, handle: { ...handle, request } })
    vi.unstubAllGlobals()
    expect(replaced).toMatchObject({ isSure: false })
    expect(await nonceOf(replaced?.hash ?? '')).toBeDefined()
  }, 60_000)

  it.each<[string, object]>([
    ['another nonce', { nonce: 4_000 }],
    ['another recipient', { to: devAccounts[3].address }],
    ['another amount', { value: 12n }],
    ['another chain', { chainId: 10 }],
    ['data', { data: '0xabcd', gas: 60_000n }],
  ])(
    '[S2] [S23] is not sped up by a wallet that signs %s: nothing is submitted',
    async (_, change) => {
      const hash = await sent()
      const speedUp = await option(hash, 'speedUp')
      expect(await thrownBy(replace(speedUp, signing(change)))).toMatchObject({
        code: 'WALLET_UNSUPPORTED',
      })
      const pool = (await chain.request('txpool_status', [])) as { pending: string; queued: string }
      expect(pool).toMatchObject({ pending: '0x1', queued: '0x0' })
    },
  )

  it('[S23] A wallet that signs with another account, or returns no transaction, does not speed up a payment', async () => {
    const speedUp = await option(await sent(), 'speedUp')
    const other = privateKeyToAccount(devAccounts[1].privateKey)
    expect(await thrownBy(replace(speedUp, signing({}, other)))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    for (const answer of [null, '0x', '0x02c0', { raw: 5 }])
      expect(
        await thrownBy(
          replace(
            speedUp,
            answering('eth_signTransaction', () => answer),
          ),
        ),
      ).toMatchObject({ code: 'WALLET_ANSWER' })
  })

  it('[S23] A wallet that cannot sign without sending does not speed up a payment, and nothing is sent', async () => {
    const speedUp = await option(await sent(), 'speedUp')
    expect(await thrownBy(replace(speedUp))).toMatchObject({ code: 4200 })
    expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  it('[S23] A payment may still happen where the wallet sends its cancellation with another nonce', async () => {
    const hash = await sent()
    const cancel = await option(hash, 'cancel')
    const handle = via.handle as Eip155Handle
    const numbering = answering('eth_sendTransaction', ({ nonce: _, ...request }) =>
      handle.request('eth_sendTransaction', [request], never()),
    )
    const cancelled = await replace(cancel, numbering)
    expect(cancelled?.isSure).toBe(false)
    expect(await nonceOf(cancelled?.hash ?? '')).not.toBe(await nonceOf(hash))
  })

  it('A transaction in a block, of another account or with an unknown hash cannot be replaced', async () => {
    const hash = await sent()
    expect(
      await transactions().replacements?.({ ...from, address: receiver }, hash, network, never()),
    ).toEqual([])
    await chain.mine(1)
    expect(await optionsOf(hash)).toEqual([])
    expect(await optionsOf(`0x${'77'.repeat(32)}`)).toEqual([])
  })

  it('[R19] A cancelled payment is not paid, and a reload finds the cancellation by its hash', async () => {
    const before = await balanceOf(receiver)
    const draft = pay(12n)
    const description = (await transactions().describe?.(from, [draft], never())) ?? ''
    const hash = await sent(draft)
    const cancelled = await replace(await option(hash, 'cancel'))
    expect(cancelled?.isSure).toBe(true)
    expect(await mining(outcomeOf(hash, cancelled?.hash))).toEqual({
      status: 'replaced',
      by: cancelled?.hash,
    })
    expect(
      await transactions().compare?.(cancelled?.hash ?? '', network, description, never()),
    ).toEqual({ status: 'different', isCancel: true })
    expect(await balanceOf(receiver)).toBe(before)
  }, 30_000)
})

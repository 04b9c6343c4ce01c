import { ChainError } from '@portico/kernel/chain'
import { failedRequest, walletProblem } from '@portico/kernel/wallet'
import type { PolkadotKeyType } from '@portico/mock-wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { connect, dot, network, never } from '../../test/bench.js'
import { keyOf, openPage } from '../../test/page.js'
import { type RpcLedger, startNode } from '../../test/rpc-ledger.js'
import { polkadotRelay } from '../networks.js'
import { createNode } from '../node/node.js'
import type { PolkadotSetup } from '../options.js'
import { blake2 } from './extrinsic.js'
import { createTransactions } from './transactions.js'

let node: RpcLedger

let page: ReturnType<typeof openPage>

beforeEach(async () => {
  node = await startNode()
  page = openPage()
})

afterEach(async () => {
  page.close()
  await node.close()
})

const connected = (type: PolkadotKeyType = 'sr25519', extra: readonly string[] = []) =>
  connect({ page: page.page, rpcUrls: [...extra, node.url], type })

const there = keyOf(9).accountId

describe('sending', () => {
  const signed = async (scripted?: { readonly answer: unknown }) => {
    const bench = await connected()
    node.fund(bench.own, 50n * dot)
    const { draft } = await bench.prepare(5n * dot)
    if (scripted) bench.wallet.policy = { signPayload: scripted }
    return {
      ...bench,
      draft,
      send: () => bench.sender?.send(bench.via, bench.account, draft, never),
    }
  }
  it.each([
    ['no signature', { id: 1 }],
    ['a signature of zeros only', { signature: `0x01${'00'.repeat(64)}` }],
    ['a signature of the wrong kind', { signature: `0x00${'17'.repeat(64)}` }],
    ['text', { signature: 'yes' }],
  ])(
    "[S35] nothing is sent for a wallet that answers %s, and the outcome of the wallet's request is unknown",
    async (_what, answer) => {
      const { send } = await signed({ answer })
      const error = await send()?.catch(thrown => thrown)
      expect(error).toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(failedRequest(error)).toBe('unknown')
      expect(node.requests).not.toContain('author_submitExtrinsic')
    },
  )
  it('[R23] 20 clicks make one wallet request and one transaction', async () => {
    const { send, wallet } = await signed()
    const sent = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(sent.map(one => one?.hash)).size).toBe(1)
    expect(wallet.calls.filter(call => call.method === 'signPayload')).toHaveLength(1)
    expect(node.requests.filter(method => method === 'author_submitExtrinsic')).toHaveLength(1)
  })
  it.each([
    [1013, 'Transaction is already imported'],
    [1012, 'Transaction is temporarily banned'],
    [1010, 'Invalid Transaction: Transaction is outdated'],
  ])('a node that already has the transaction is believed (%s: %s)', async (code, message) => {
    const { send } = await signed()
    node.answers.set('author_submitExtrinsic', { error: { code, message } })
    expect((await send())?.hash).toMatch(/^0x[\da-f]{64}$/)
  })
  it.each([
    ['names another transaction', { result: `0x${'12'.repeat(32)}` }],
    ['breaks down over it', { status: 500, body: '' }],
  ])(
    '[S35] a transaction to a node that %s does not fail, to avoid a second payment: it is sent again and found',
    async (_what, answer) => {
      const { send, sender } = await signed()
      node.answers.set('author_submitExtrinsic', answer)
      const { hash = '' } = (await send()) ?? {}
      node.answers.clear()
      const confirmed = sender?.confirm?.(hash, network, { signal: never })
      await expect.poll(() => node.freeOf(there), { timeout: 20_000 }).toBeGreaterThan(0n)
      node.mine()
      expect(await confirmed).toEqual({ status: 'confirmed', block: 1_000n })
      expect(
        node.requests.filter(method => method === 'author_submitExtrinsic').length,
      ).toBeGreaterThan(1)
    },
  )
  it.each([
    ['Cancelled', 'refused', 'declined'],
    ['Rejected', 'refused', 'declined'],
    ['Rejected by user', 'refused', 'declined'],
    ['User rejected the request.', 'refused', 'declined'],
    ['Request cancelled by user', 'refused', 'declined'],
    ['The source Our app is not allowed to interact with this extension', 'refused', 'declined'],
    ['The source Our app has a pending authorization request', 'refused', 'pending'],
    ['Rate limit exceeded', 'refused', 'limit'],
    ['Rejected by the node: 1014 priority is too low', 'unknown', 'unknown'],
    ['Unable to find keypair', 'unknown', 'unknown'],
    ['Internal error', 'unknown', 'unknown'],
    ['Transaction already imported', 'unknown', 'unknown'],
    ['disconnected', 'unknown', 'unknown'],
  ] as const)(
    '[R12] [S35] a wallet that answers "%s" to a transaction leaves the outcome %s',
    async (words, outcome, kind) => {
      const { send, wallet } = await signed()
      for (const error of [words, { message: words }]) {
        wallet.policy = { signPayload: { error } }
        const thrown = await send()?.catch(caught => caught)
        expect([failedRequest(thrown), walletProblem(thrown).kind]).toEqual([outcome, kind])
        if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      }
      expect(node.requests).not.toContain('author_submitExtrinsic')
    },
  )
  it.each(walletAnswers)(
    '[R12] [S23] the response "%s" to a transaction is judged by what it proves',
    async (_, error, outcome) => {
      const { send, wallet } = await signed()
      wallet.policy = { signPayload: { error } }
      const thrown = await send()?.catch(caught => caught)
      expect(failedRequest(thrown)).toBe(outcome)
      if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(node.requests).not.toContain('author_submitExtrinsic')
    },
  )
  it.each(unreadableAnswers)(
    '[S23] [S35] a wallet that answers %s instead of a signature leaves the outcome unknown',
    async (_, answer) => {
      const { send } = await signed({ answer })
      await expect(send()).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(node.requests).not.toContain('author_submitExtrinsic')
    },
  )
  it('[R12] [S35] a transaction sent to endpoints that serve another network after the wallet has signed has an unknown outcome', async () => {
    const { draft, via, account } = await signed()
    const definition = { ...polkadotRelay, rpcUrls: [node.url] }
    const setup: PolkadotSetup = {
      networks: [definition],
      appName: 'Test',
      confirmationPollMs: 5,
      rpcTimeoutMs: 10_000,
      signal: never,
      report: () => undefined,
    }
    const submit = () => Promise.reject(new ChainError('CHAIN_NETWORK'))
    const ours = { ...createNode(definition, setup, blake2), submit }
    const sender = createTransactions(
      () => definition,
      () => ours,
      setup,
    )
    const thrown = await sender.send(via, account, draft, never).catch(error => error)
    expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME', cause: { code: 'CHAIN_NETWORK' } })
    expect(failedRequest(thrown)).toBe('unknown')
  })
  it.each([
    ['1014', { code: 1014, message: 'Priority is too low' }],
    ['1016', { code: 1016, message: 'Immediately Dropped' }],
    ['-32603', { code: -32603, message: 'Internal error' }],
  ])(
    '[S35] a transaction to a node that refuses with %s, which proves nothing, is not reported as refused',
    async (_code, error) => {
      const { send } = await signed()
      node.answers.set('author_submitExtrinsic', { error })
      expect((await send())?.hash).toMatch(/^0x[\da-f]{64}$/)
    },
  )
  it.each([
    ['1010', { code: 1010, message: 'Invalid Transaction', data: 'Inability to pay some fees' }],
    [
      '1011',
      { code: 1011, message: 'Unknown Transaction Validity', data: 'Inability to pay some fees' },
    ],
  ])(
    "[S35] a transaction to a node that refuses with %s has an unknown outcome, with the node's reason",
    async (_code, error) => {
      const { send } = await signed()
      node.answers.set('author_submitExtrinsic', { error })
      const thrown = await send()?.catch(caught => caught)
      expect(thrown).toMatchObject({
        code: 'WALLET_OUTCOME',
        message: expect.stringMatching(/Inability to pay some fees/),
        cause: { code: 'RPC_REFUSED' },
      })
      expect(failedRequest(thrown)).toBe('unknown')
    },
  )
  it('[S2] [S35] a transaction to a node that relays it and then refuses it has an unknown outcome, and is found', async () => {
    const { send, sender, account, draft } = await signed()
    const text = (await sender?.describe?.(account, [draft], never)) ?? ''
    const error = {
      code: 1010,
      message: 'Invalid Transaction',
      data: 'Transaction has a bad signature',
    }
    node.answers.set('author_submitExtrinsic', { error, forwards: true })
    const thrown = await send()?.catch(caught => caught)
    expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(failedRequest(thrown)).toBe('unknown')
    node.mine()
    expect(await sender?.find?.(network, text, never)).toEqual({
      status: 'found',
      hash: expect.stringMatching(/^0x[\da-f]{64}$/),
    })
    expect(node.freeOf(there)).toBe(5n * dot)
  })
  it('send refuses a draft of another chain and one of another network', async () => {
    const { draft, sender, via, account } = await signed()
    await expect(
      sender?.send(via, account, { ...draft, dialect: 'tally/transfer' }, never),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    await expect(
      sender?.send({ ...via, network: 'polkadot:unlisted' }, account, draft, never),
    ).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('confirm reports a transaction that failed in a block', async () => {
    const { send, sender } = await signed()
    const { hash = '' } = (await send()) ?? {}
    node.mine(1, true)
    expect(await sender?.confirm?.(hash, network, { signal: never })).toEqual({
      status: 'failed',
      block: 1_000n,
    })
  })
  it('confirm reports an expired transaction, and ends when all callers aborted', async () => {
    const { send, sender } = await signed()
    const { hash = '' } = (await send()) ?? {}
    const gaveUp = new AbortController()
    setTimeout(() => gaveUp.abort(), 30)
    await expect(sender?.confirm?.(hash, network, { signal: gaveUp.signal })).rejects.toMatchObject(
      { name: 'AbortError' },
    )
    node.forget()
    node.mine(65)
    expect(await sender?.confirm?.(hash, network, { signal: never })).toEqual({ status: 'expired' })
  })
  it('confirm tolerates malformed responses for a while, but not forever', async () => {
    const { send, sender } = await signed()
    const { hash = '' } = (await send()) ?? {}
    node.mine()
    node.answers.set('chain_getFinalizedHead', { result: null })
    const confirmed = sender?.confirm?.(hash, network, { signal: never })
    await expect
      .poll(() => node.requests.filter(method => method === 'chain_getFinalizedHead').length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(3)
    node.answers.clear()
    expect(await confirmed).toEqual({ status: 'confirmed', block: 1_000n })
  })
  it('confirm finds what another page sent a short time ago', async () => {
    const { send } = await signed()
    const { hash = '' } = (await send()) ?? {}
    node.mine(3)
    const { sender } = await connected()
    expect(await sender?.confirm?.(hash, network, { signal: never })).toEqual({
      status: 'confirmed',
      block: 1_000n,
    })
  })
})

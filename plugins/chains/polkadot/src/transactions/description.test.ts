/** Tests that a described transaction is found again, and compared with the chain. */
import type { Draft } from '@portico/kernel/chain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, dot, network, never } from '../../test/bench.js'
import { keyOf, openPage } from '../../test/page.js'
import { type RpcLedger, startNode } from '../../test/rpc-ledger.js'

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

async function described(amount = 5n * dot) {
  const bench = await connect({ page: page.page, rpcUrls: [node.url] })
  node.fund(bench.own, 50n * dot)
  const { draft } = await bench.prepare(amount)
  const text = (await bench.sender?.describe?.(bench.account, [draft], never)) ?? ''
  return {
    ...bench,
    draft,
    text,
    send: (one: Draft = draft) => bench.sender?.send(bench.via, bench.account, one, never),
  }
}
/** The page after a reload, which has only the stored text. */
const reloaded = async () => (await connect({ page: page.page, rpcUrls: [node.url] })).sender

describe('a description', () => {
  it('[S13] a description is text of less than 4 kB that names the sender, the call, the nonce, the block and the network', async () => {
    const { text, own } = await described()
    expect(text.length).toBeLessThan(4_096)
    expect(JSON.parse(text)).toEqual({
      version: 1,
      genesis: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
      from: `0x${Buffer.from(own).toString('hex')}`,
      callHash: expect.stringMatching(/^0x[\da-f]{64}$/),
      nonce: 0,
      birth: 999,
    })
  })
  it.each([
    ['empty', () => ''],
    ['of another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['of another network', (text: string) => text.replace('0x91b1', '0x92b1')],
    ['with a nonce below zero', (text: string) => text.replace('"nonce":0', '"nonce":-1')],
    ['longer than 4 kB', (text: string) => text.replace('{', `{"more":"${'x'.repeat(5_000)}",`)],
    ['a list', () => '[]'],
  ])('[S13] a description from storage %s is a named error', async (_what, change) => {
    const { sender, text } = await described()
    for (const use of [
      () => sender?.find?.(network, change(text), never),
      () => sender?.compare?.(`0x${'12'.repeat(32)}`, network, change(text), never),
    ])
      await expect(use()).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
  it('[R19] a description holds the nonce: a transfer is refused before the wallet gets the request when the account has sent something else since', async () => {
    const { send, own, wallet } = await described()
    node.fund(own, 50n * dot, { nonce: 1 })
    await expect(send()).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
      message: expect.stringMatching(/just sent another transaction/),
    })
    expect(wallet.calls.filter(({ method }) => method === 'signPayload')).toEqual([])
  })
})

describe('finding a described transaction', () => {
  it('find returns it in a block, also after a reload, and confirm then follows it to its outcome', async () => {
    const { text, send, sender } = await described()
    expect(await sender?.find?.(network, text, never)).toEqual({ status: 'open' })
    const { hash = '' } = (await send()) ?? {}
    expect(await sender?.find?.(network, text, never), 'it waits in the pool').toEqual({
      status: 'open',
    })
    node.mine(100)
    const fresh = await reloaded()
    expect(await fresh?.find?.(network, text, never)).toEqual({ status: 'found', hash })
    expect(await fresh?.confirm?.(hash, network, { signal: never })).toEqual({
      status: 'confirmed',
      block: 1_000n,
    })
  })
  it('[S23] find returns it from a final block that a lagging endpoint does not know as the newest, and does not report it as impossible', async () => {
    const { text, send, sender } = await described()
    const { hash } = (await send()) ?? {}
    node.mine()
    node.lag(1)
    expect(await sender?.find?.(network, text, never)).toEqual({ status: 'found', hash })
  })
  it('[S23] find does not return a transaction whose hash is already known', async () => {
    const { text, send, sender } = await described()
    const { hash = '' } = (await send()) ?? {}
    node.mine()
    expect(await sender?.find?.(network, text, never, [hash])).toEqual({ status: 'impossible' })
  })
  it('[S35] find returns what a wallet sent by itself before it disconnected, returned an error, or responded late', async () => {
    const { text, send, wallet, sender } = await described()
    const other = await connect({ page: openPage().page, rpcUrls: [node.url] })
    const { draft } = await other.prepare(5n * dot)
    wallet.policy = { signPayload: { error: 'disconnected' } }
    await expect(send()).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    // The wallet has signed and sent it by its own connection.
    const { hash } = (await other.sender?.send(other.via, other.account, draft, never)) ?? {}
    node.mine()
    expect(await sender?.find?.(network, text, never)).toEqual({ status: 'found', hash })
  })
  it('find returns no other transaction of the account, and no earlier one with the same call', async () => {
    const first = await described()
    await first.send()
    const { text, send, sender, prepare } = {
      ...first,
      text: (await first.sender?.describe?.(first.account, [first.draft], never)) ?? '',
    }
    node.mine()
    expect(
      await sender?.find?.(network, text, never),
      'the first of two equal payments is not the second',
    ).toEqual({ status: 'open' })
    const { hash: by } = (await send((await prepare(6n * dot)).draft)) ?? {}
    node.mine()
    expect(await sender?.find?.(network, text, never), 'another one used its nonce').toEqual({
      status: 'impossible',
      by,
    })
  })
  it('[S2] [S35] find names the transaction that used the nonce, and compare names its recipient and amount', async () => {
    const { text, sender, prepare, send } = await described()
    const { hash: by = '' } =
      (await send((await prepare(20n * dot, { to: keyOf(8).at(0) })).draft)) ?? {}
    node.mine()
    const fresh = await reloaded()
    expect(await fresh?.find?.(network, text, never)).toEqual({ status: 'impossible', by })
    expect(await fresh?.compare?.(by, network, text, never)).toEqual({
      status: 'different',
      to: keyOf(8).at(0),
      amount: 20n * dot,
    })
    expect(
      await sender?.find?.(network, text, never, [by]),
      'the page knows that one already',
    ).toEqual({ status: 'impossible' })
  })
  it('find reports an expired transaction as impossible', async () => {
    const { text, sender } = await described()
    node.mine(127)
    expect(await sender?.find?.(network, text, never)).toEqual({ status: 'open' })
    node.mine()
    expect(await sender?.find?.(network, text, never)).toEqual({ status: 'impossible' })
  })
  it('[R5] find throws a named error when no endpoint responds', async () => {
    const { text, sender } = await described()
    node.answers.set('chain_getFinalizedHead', { status: 503, body: '' })
    await expect(sender?.find?.(network, text, never)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})

describe('comparing what was sent with what was described', () => {
  it('[S2] compare reports the same transaction, in this page and after a reload', async () => {
    const { text, send, sender } = await described()
    const { hash = '' } = (await send()) ?? {}
    expect(await sender?.compare?.(hash, network, text, never)).toEqual({ status: 'same' })
    node.mine()
    const fresh = await reloaded()
    expect(await fresh?.compare?.(hash, network, text, never)).toEqual({ status: 'same' })
    expect(await fresh?.confirm?.(hash, network, { signal: never })).toEqual({
      status: 'confirmed',
      block: 1_000n,
    })
  })
  it('[S2] [S35] compare names recipient and amount of another transaction, and another sender', async () => {
    const { text, sender } = await described()
    const thief = keyOf(7)
    node.fund(thief.accountId, 50n * dot)
    const other = await connect({
      page: openPage().page,
      rpcUrls: [node.url],
      wallet: { accounts: [{ seed: thief.seed }] },
    })
    const { draft } = await other.prepare(20n * dot, { to: keyOf(8).at(0) })
    const { hash = '' } = (await other.sender?.send(other.via, other.account, draft, never)) ?? {}
    node.mine()
    expect(await sender?.compare?.(hash, network, text, never)).toEqual({
      status: 'different',
      from: thief.at(0),
      to: keyOf(8).at(0),
      amount: 20n * dot,
    })
  })
  it('[S2] compare omits the sender where only the recipient differs', async () => {
    const { text, sender, send, prepare } = await described()
    const { hash = '' } =
      (await send((await prepare(5n * dot, { to: keyOf(8).at(0) })).draft)) ?? {}
    expect(await sender?.compare?.(hash, network, text, never)).toEqual({
      status: 'different',
      to: keyOf(8).at(0),
      amount: 5n * dot,
    })
  })
  it('compare ends on abort', async () => {
    const { text, sender } = await described()
    const life = new AbortController()
    const compared = sender?.compare?.(`0x${'12'.repeat(32)}`, network, text, life.signal)
    life.abort()
    await expect(compared).rejects.toMatchObject({ name: 'AbortError' })
  })
})

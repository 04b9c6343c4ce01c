import { balancesCapability } from '@portico/kernel/capabilities'
import { bip122Psbt } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { network, never, paymentRig } from '../../test/payment-rig.js'

const rig = paymentRig()
const { connected, pay } = rig

describe('sending', () => {
  it('[S35] nothing is sent when a wallet returns an unsigned transaction, and the outcome is unknown', async () => {
    const { own, prepare, send } = await connected('p2wpkh', [], { quirks: { signs: 'nothing' } })
    await pay(own.address, 90_000n)
    await expect(send((await prepare(10_000n)).draft)).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
    })
    expect(rig.endpoint.requests.filter(request => request.startsWith('POST'))).toEqual([])
  })
  it("[R12] coins that another payment has spent leave the outcome unknown, with the network's reason", async () => {
    const { own, prepare, send } = await connected()
    await pay(own.address, 90_000n)
    const [first, second] = [await prepare(10_000n), await prepare(20_000n)]
    await send(first.draft)
    await expect(send(second.draft)).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
      message: expect.stringMatching(/^Another payment has used these coins: \S/),
    })
  })
  it('a payment whose endpoints break down does not fail, to avoid a second payment: it is sent again and found', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    rig.endpoint.answers.set('/tx', { status: 500, body: '' })
    const { hash } = await sender.send(via, account, draft, never)
    rig.endpoint.answers.clear()
    const confirming = sender.confirm?.(hash, network, { signal: never })
    await expect
      .poll(async () => (await fetch(`${rig.ledger.url}/tx/${hash}`)).status, { timeout: 20_000 })
      .toBe(200)
    await rig.ledger.mine()
    expect(await confirming).toMatchObject({ status: 'confirmed' })
  })
  it('a payment that never arrived, and is no longer accepted, is reported as dropped', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    rig.endpoint.answers.set('/tx', { status: 500, body: '' })
    const { hash } = await sender.send(via, account, (await prepare(10_000n)).draft, never)
    rig.endpoint.answers.set('/tx', {
      status: 400,
      body: 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}',
    })
    expect(await sender.confirm?.(hash, network, { signal: never })).toEqual({ status: 'expired' })
  })
  it('sending the same payment twice is one transaction, and one that the network already has counts as sent', async () => {
    const { own, prepare, account, via, sender, wallet } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    const [one, other] = await Promise.all([
      sender.send(via, account, draft, never),
      sender.send(via, account, draft, never),
    ])
    expect(one).toEqual(other)
    expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toHaveLength(1)
    expect(await sender.send(via, account, draft, never)).toEqual(one)
  })
  it('send refuses a draft of another chain and one of another network', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    await expect(
      sender.send(via, account, { ...draft, dialect: 'tally/transfer' }, never),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    await expect(
      sender.send({ ...via, network: 'bip122:unlisted' }, account, draft, never),
    ).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('send refuses a draft that shows another fee than it pays, before the wallet gets the request', async () => {
    const { own, prepare, account, via, sender, wallet } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    const body = bip122Psbt.read(draft)
    for (const lie of [
      { ...body, fee: 1n },
      { ...body, psbt: 'cHNidP8=' },
    ]) {
      await expect(sender.send(via, account, { ...draft, body: lie }, never)).rejects.toMatchObject(
        { code: 'TRANSFER_REFUSED' },
      )
      await expect(
        sender.estimate(via, account, { ...draft, body: lie }, never),
      ).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    }
    expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toEqual([])
  })
  it('confirm waits for a block, reports a replacement, and ends when all callers aborted', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const [{ draft }, rival] = [await prepare(10_000n), await prepare(20_000n)]
    const { hash } = await sender.send(via, account, draft, never)
    const gaveUp = new AbortController()
    setTimeout(() => gaveUp.abort(), 30)
    await expect(sender.confirm?.(hash, network, { signal: gaveUp.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })

    const confirming = sender.confirm?.(hash, network, { signal: never })
    await expect
      .poll(() => rig.endpoint.requests.filter(request => request === `GET /tx/${hash}`).length)
      .toBeGreaterThan(2)
    await rig.ledger.forget(hash)
    const { hash: by } = await sender.send(via, account, rival.draft, never)
    expect(await confirming).toEqual({ status: 'replaced', by })
  })
  it('confirm watches its own payment from the start: one replaced before the first poll is reported as replaced', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const [{ draft }, rival] = [await prepare(10_000n), await prepare(20_000n)]
    const { hash } = await sender.send(via, account, draft, never)
    await rig.ledger.forget(hash)
    const { hash: by } = await sender.send(via, account, rival.draft, never)
    expect(await sender.confirm?.(hash, network, { signal: never })).toEqual({
      status: 'replaced',
      by,
    })
  })
  it('confirm reports a transaction that the network dropped without a replacement', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const { hash } = await sender.send(via, account, (await prepare(10_000n)).draft, never)
    const confirming = sender.confirm?.(hash, network, { signal: never })
    await expect
      .poll(() => rig.endpoint.requests.filter(request => request === `GET /tx/${hash}`).length)
      .toBeGreaterThan(1)
    await rig.ledger.forget(hash)
    expect(await confirming).toEqual({ status: 'expired' })
  })
  it.each([
    ['is down', { status: 429, headers: { 'retry-after': '0' }, body: '' }],
    ['returns malformed responses', { body: '<html>' }],
  ])('confirm outlasts an endpoint that %s for a while', async (_what, lie) => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 90_000n)
    const { hash } = await sender.send(via, account, (await prepare(10_000n)).draft, never)
    rig.endpoint.answers.set(`/tx/${hash}`, lie)
    const confirming = sender.confirm?.(hash, network, { signal: never })
    await expect
      .poll(() => rig.endpoint.requests.filter(request => request === `GET /tx/${hash}`).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(3)
    rig.endpoint.answers.clear()
    await rig.ledger.mine()
    expect(await confirming).toMatchObject({ status: 'confirmed' })
  })
})

describe('an endpoint', () => {
  it('an endpoint that is down is skipped', async () => {
    const { own, prepare } = await connected('p2wpkh', ['http://127.0.0.1:9'])
    await pay(own.address, 90_000n)
    expect((await prepare(10_000n)).amount).toBe(10_000n)
  })
  it('an endpoint of another network is detected before anything is drafted', async () => {
    const { prepare } = await connected()
    rig.endpoint.answers.set('/block-height/0', {
      body: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_NETWORK' })
  })
  const coins = (rest: object) =>
    JSON.stringify([
      { txid: 'ab'.repeat(32), vout: 0, value: 1, status: { confirmed: true }, ...rest },
    ])
  it.each([
    ['HTML', '<html>'],
    ['null', 'null'],
    ['coins without a value', coins({ value: undefined })],
    ['a value that is text', coins({ value: '90000' })],
    ['more bitcoin than there is', coins({ value: 21e14 + 1 })],
    ['half a satoshi', coins({ value: 0.5 })],
    ['an id that is none', coins({ txid: 'ab' })],
  ])('[D37] an endpoint that answers %s is rejected', async (_what, body) => {
    const { own, prepare } = await connected()
    rig.endpoint.answers.set(`/address/${own.address}/utxo`, { body })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
  it.each([['{"6":-1}'], ['{"6":1000000}'], ['{"6":"4"}'], ['[1]'], ['']])(
    '[D37] an endpoint with an absurd fee is rejected: %s',
    async body => {
      const { own, prepare } = await connected()
      await pay(own.address, 90_000n)
      rig.endpoint.answers.set('/fee-estimates', { body })
      await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    },
  )
  it.each([429, 500, 503])('[D37] an endpoint that answers %s is unavailable', async status => {
    const { prepare } = await connected()
    rig.endpoint.answers.set('/block-height/0', { status, body: 'slow down' })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })
  it('an endpoint of a chain without fee estimates gives the lowest fee', async () => {
    const { own, prepare } = await connected()
    await pay(own.address, 90_000n)
    rig.endpoint.answers.set('/fee-estimates', { body: '{}' })
    expect((await prepare(10_000n)).fee).toMatchObject({ rate: { value: '1' } })
  })
})

describe('a balance', () => {
  it('a balance counts pending coins separately', async () => {
    const { own, kernel, account } = await connected()
    await pay(own.address, 90_000n)
    await rig.ledger.pay({ address: own.address, satoshi: 5_000n })
    expect(
      await kernel.capability(balancesCapability, network)?.native(account, network, never),
    ).toEqual({
      token: { asset: 'native', network, name: 'Bitcoin', symbol: 'tBTC', decimals: 8 },
      amount: 95_000n,
      spendable: 90_000n,
      parts: { confirmed: 90_000n, unconfirmed: 5_000n },
    })
  })
})

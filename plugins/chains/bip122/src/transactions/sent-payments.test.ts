import { bip122Psbt } from '@portico/kernel/chain'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { outcomeRig, psbtOf, recipient, signed, thief } from '../../test/outcome-rig.js'
import { accountAt, idOf } from '../../test/page.js'
import { network, never } from '../../test/payment-rig.js'

const { broadcast, coinsOf, described, pay, rig } = outcomeRig()

describe('finding a payment', () => {
  it('a payment is open while no coin is spent, and while the transaction that spends one is pending', async () => {
    const { find, draft } = await described()
    expect(await find()).toEqual({ status: 'open' })
    const made = psbtOf(draft)
    made.updateOutput(0, { script: accountAt(1).script })
    await broadcast(signed(made))
    expect(await find()).toEqual({ status: 'open' })
  })
  it('[S2] [S35] a payment is impossible once a block spends one of its coins for something else, and the spender is named', async () => {
    const { find, compare, draft } = await described({}, [50_000n, 60_000n], 80_000n)
    const made = new Transaction()
    made.addInput(psbtOf(draft).getInput(1))
    made.addOutput({ script: accountAt(1).script, amount: 40_000n })
    const by = await broadcast(signed(made))
    expect(await find()).toEqual({ status: 'open' })
    await rig.ledger.mine()
    expect(await find()).toEqual({ status: 'impossible', by })
    expect(await compare(by)).toEqual({ status: 'different', to: thief, amount: 40_000n })
  })
  it('a payment is impossible once a block spends one coin for something else, although a pending transaction spends another coin', async () => {
    const { find, draft } = await described({}, [50_000n, 60_000n], 80_000n)
    let by = ''
    for (const [at, isMined] of [
      [0, true],
      [1, false],
    ] as const) {
      const made = new Transaction()
      made.addInput(psbtOf(draft).getInput(at))
      made.addOutput({ script: accountAt(1).script, amount: 40_000n })
      const hash = await broadcast(signed(made))
      if (isMined) by = hash
      if (isMined) await rig.ledger.mine()
    }
    expect(await find()).toEqual({ status: 'impossible', by })
  })
  it.each([
    ['raised the fee', undefined, { status: 'same' }],
    [
      'raised the fee and added its own output',
      thief,
      { status: 'different', to: thief, amount: 5_000n },
    ],
  ])(
    '[S35] a payment whose wallet %s is found, because the recipient was paid',
    async (_what, other, comparison) => {
      const { find, compare, draft } = await described()
      const made = psbtOf(draft)
      made.updateOutput(1, { amount: other ? 74_000n : 79_000n })
      if (other) made.addOutput({ script: accountAt(1).script, amount: 5_000n })
      const hash = await broadcast(signed(made))
      expect(await find()).toEqual({ status: 'found', hash })
      expect(await compare(hash)).toEqual(comparison)
    },
  )
  it('[S35] a payment of an account to itself is found, and differs from one that pays another account', async () => {
    const { sender, account, prepare, own } = await described()
    const { draft } = await prepare(20_000n, { to: own.address })
    const text = await sender.describe(account, [draft], never)
    await rig.ledger.snapshot('before')
    const hash = await broadcast(signed(psbtOf(draft)))
    expect(await sender.find(network, text, never)).toEqual({ status: 'found', hash })
    expect(await sender.compare(hash, network, text, never)).toEqual({ status: 'same' })
    await rig.ledger.revert('before')
    const made = psbtOf(draft)
    made.updateOutput(1, { script: accountAt(1).script })
    const other = await broadcast(signed(made))
    expect(await sender.find(network, text, never)).toEqual({ status: 'open' })
    expect(await sender.compare(other, network, text, never)).toMatchObject({
      status: 'different',
      to: thief,
    })
  })
  it('[R7] an endpoint is not trusted when it names a spender that spends something else', async () => {
    const { find, own } = await described()
    const [coin] = await coinsOf(own.address)
    const [unrelatedCoin] = await coinsOf(rig.ledger.accounts[0].address)
    const body = JSON.stringify({
      spent: true,
      txid: unrelatedCoin?.txid,
      vin: 0,
      status: { confirmed: true, block_height: 5 },
    })
    rig.endpoint.answers.set(`/tx/${coin?.txid}/outspend/${coin?.vout}`, { body })
    expect(await find()).toEqual({ status: 'open' })
  })
  it('[R5] the search throws while no endpoint responds, because that proves nothing about the payment', async () => {
    const { find } = await described()
    rig.endpoint.answers.set('*', { status: 500, body: '' })
    await expect(find()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })
})

describe('comparing a transaction', () => {
  it('[S35] a comparison names another sender, and not where its change went', async () => {
    const { compare } = await described()
    const hash = await rig.ledger.pay({ address: recipient, satoshi: 10_000n })
    const paid = (await rig.json(`/tx/${hash}`)) as {
      vin: { prevout: { scriptpubkey_address: string } }[]
    }
    expect(await compare(hash)).toEqual({
      status: 'different',
      from: paid.vin[0]?.prevout.scriptpubkey_address,
    })
  })
  it('a payment from other coins of the account compares as the same', async () => {
    const { compare, own, draft } = await described()
    await pay(own.address, 80_000n)
    const coin = (await coinsOf(own.address)).find(({ value }) => value === 80_000)
    const made = new Transaction()
    made.addInput({
      txid: coin?.txid ?? '',
      index: coin?.vout ?? 0,
      witnessUtxo: { script: own.script, amount: 80_000n },
    })
    made.addOutput(psbtOf(draft).getOutput(0))
    made.addOutput({ script: own.script, amount: 69_500n })
    expect(await compare(await broadcast(signed(made)))).toEqual({ status: 'same' })
  })
  it('a comparison names the account itself where all coins came back', async () => {
    const { compare, own, draft } = await described()
    const made = psbtOf(draft)
    made.updateOutput(0, { script: own.script })
    const { change = 0n } = bip122Psbt.read(draft) ?? {}
    expect(await compare(await broadcast(signed(made)))).toEqual({
      status: 'different',
      to: own.address,
      amount: 10_000n + change,
    })
  })
  it('[R7] a comparison rejects another transaction that an endpoint returns for the hash', async () => {
    const { compare, send, draft } = await described()
    const { hash } = await send(draft)
    const other = await rig.ledger.pay({ address: thief, satoshi: 10_000n })
    rig.endpoint.answers.set(`/tx/${hash}/hex`, {
      body: await (await fetch(`${rig.ledger.url}/tx/${other}/hex`)).text(),
    })
    const comparing = compare(hash)
    await expect
      .poll(
        () => rig.endpoint.requests.filter(request => request === `GET /tx/${hash}/hex`).length,
        { timeout: 10_000 },
      )
      .toBeGreaterThan(1)
    rig.endpoint.answers.clear()
    expect(await comparing).toEqual({ status: 'same' })
  })
  it('[R7] the outcome is not read from another transaction that an endpoint returns for the hash', async () => {
    const { send, draft, sender } = await described()
    const { hash } = await send(draft)
    const other = await rig.json(`/address/${rig.ledger.accounts[0].address}/txs`)
    rig.endpoint.answers.set(`/tx/${hash}`, { body: JSON.stringify(other[0]) })
    const confirming = sender.confirm(hash, network, { signal: never })
    await expect
      .poll(() => rig.endpoint.requests.filter(request => request === `GET /tx/${hash}`).length, {
        timeout: 10_000,
      })
      .toBeGreaterThan(1)
    rig.endpoint.answers.clear()
    const height = await rig.ledger.mine()
    expect(await confirming).toEqual({ status: 'confirmed', block: BigInt(height) })
  })
  it('a comparison waits until its caller allows polling, and ends on abort', async () => {
    const { sender, text, draft, send } = await described()
    const { hash } = await send(draft)
    let show: (() => void) | undefined
    const whenVisible = () => new Promise<void>(resolve => (show = resolve))
    const before = rig.endpoint.requests.length
    const comparing = sender.compare(hash, network, text, never, whenVisible)
    await new Promise(resolve => setTimeout(resolve, 40))
    expect(rig.endpoint.requests).toHaveLength(before)
    show?.()
    expect(await comparing).toEqual({ status: 'same' })

    const gaveUp = new AbortController()
    setTimeout(() => gaveUp.abort(), 20)
    await expect(
      sender.compare('ab'.repeat(32), network, text, gaveUp.signal),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a transaction that no endpoint knows', () => {
  /** A clock that the test advances, and a scripted network: 404 for every hash, or no response. */
  async function inTime() {
    const { sender, text } = await described({}, [90_000n], 10_000n, 4_000)
    vi.useFakeTimers()
    const net = { isDown: false }
    vi.stubGlobal('fetch', async (url: string) => {
      if (net.isDown) throw new TypeError('Failed to fetch')
      return url.endsWith('/block-height/0')
        ? new Response(genesis)
        : new Response('Transaction not found', { status: 404 })
    })
    return { sender, text, net }
  }
  const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
  const begun = async (whenVisible?: () => Promise<void>) => {
    const { sender, text, net } = await inTime()
    const results: unknown[] = []
    sender.compare('ab'.repeat(32), network, text, never, whenVisible).then(
      answer => results.push(answer),
      error => results.push(error),
    )
    return { results, net }
  }
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[R6] a transaction is absent after two minutes of responses, and not before', async () => {
    const { results } = await begun()
    await vi.advanceTimersByTimeAsync(115_000)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(25_000)
    expect(results).toEqual([{ status: 'absent' }])
  })
  it('[R5] time in which no endpoint responds does not count', async () => {
    const { results, net } = await begun()
    await vi.advanceTimersByTimeAsync(95_000)
    net.isDown = true
    await vi.advanceTimersByTimeAsync(300_000)
    net.isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(results).toEqual([{ status: 'absent' }])
  })
  it('time in which polling is not allowed hardly counts', async () => {
    let isHidden = false
    const whenVisible = async () => {
      while (isHidden) await new Promise(resolve => setTimeout(resolve, 1_000))
    }
    const { results } = await begun(whenVisible)
    await vi.advanceTimersByTimeAsync(30_000)
    isHidden = true
    await vi.advanceTimersByTimeAsync(3_600_000)
    isHidden = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(80_000)
    expect(results).toEqual([{ status: 'absent' }])
  })
  it('[S35] a malformed hash is absent at once, without a request', async () => {
    const { compare } = await described()
    const before = rig.endpoint.requests.length
    for (const hash of ['', '0x12', '../address/x', 'AB'.repeat(32)])
      expect(await compare(hash)).toEqual({ status: 'absent' })
    expect(rig.endpoint.requests).toHaveLength(before)
  })
})

describe('the description of a payment', () => {
  it('a description has at most 4,000 characters, also for a payment from 60 coins to 60 recipients, and is still compared', async () => {
    const { sender, account, own } = await described()
    const paying = (recipients: number) => {
      const made = new Transaction({ allowUnknownOutputs: true })
      for (let at = 0; at < 60; at++)
        made.addInput({
          txid: 'ab'.repeat(32),
          index: 4_000_000_000 + at,
          witnessUtxo: { script: own.script, amount: 1_000n },
        })
      for (let at = 0; at < recipients; at++)
        made.addOutput({ script: accountAt(2).script, amount: 500n + BigInt(at) })
      return made
    }
    const made = paying(60)
    const draft = bip122Psbt.draft(network, {
      psbt: base64.encode(made.toPSBT()),
      inputs: [],
      fee: 1n,
      feeRate: '1',
      change: 0n,
    })
    const text = await sender.describe(account, [draft], never)
    expect(text.length).toBeLessThanOrEqual(4_000)

    const vin = Array.from({ length: 60 }, (_none, at) => ({
      txid: 'ab'.repeat(32),
      vout: 4_000_000_000 + at,
      prevout: { scriptpubkey_address: own.address, value: 1_000 },
    }))
    const show = (transaction: Transaction) => {
      const txid = idOf(transaction)
      rig.endpoint.answers.set(`/tx/${txid}/hex`, { body: hex.encode(transaction.toBytes(true)) })
      rig.endpoint.answers.set(`/tx/${txid}`, {
        body: JSON.stringify({ txid, status: { confirmed: false }, vin }),
      })
      return sender.compare(txid, network, text, never)
    }
    expect(await show(made)).toEqual({ status: 'same' })
    expect(await show(paying(59))).toMatchObject({ status: 'different' })
    made.addOutput({ script: accountAt(1).script, amount: 400n })
    expect(await show(made)).toMatchObject({ status: 'different' })
    made.updateOutput(0, { script: accountAt(1).script })
    expect(await show(made)).toMatchObject({ status: 'different' })
  })
  it.each([
    ['nothing', () => ''],
    ['no JSON', () => '{'],
    ['null', () => 'null'],
    ['of another chain', () => '{"nonce":7}'],
    ['longer than 4,000 characters', (text: string) => text + ' '.repeat(4_000)],
    ['with more than it should have', (text: string) => text.replace('{', '{"more":1,')],
    ['with a coin that is none', (text: string) => text.replace(/:\d+"/, ':../1"')],
    ['without coins', (text: string) => text.replace(/"coins":\[[^\]]*\]/, '"coins":[]')],
  ])('[S13] a description that is %s is rejected, without a request', async (_what, spoil) => {
    const { sender, text } = await described()
    const before = rig.endpoint.requests.length
    await expect(sender.find(network, spoil(text), never)).rejects.toMatchObject({
      code: 'CHAIN_ANSWER',
    })
    await expect(
      sender.compare('ab'.repeat(32), network, spoil(text), never),
    ).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    expect(rig.endpoint.requests).toHaveLength(before)
  })
})

import { type Account, balances, bip122Psbt, type Connection, connection, session, transactions, transfers } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EsploraLedger, startEsplora } from '../../test/esplora-ledger.js'
import { type Kind, keyOf, openPage, scriptedWallet } from '../../test/scripted-wallet.js'
import { bip122, bitcoinRegtest } from '../index.js'

const never = new AbortController().signal
const network = bitcoinRegtest.caipNetworkId
const friend = keyOf(9).payment('p2wpkh', 'Regtest')
const to = friend.address ?? ''

let ledger: EsploraLedger
let page: ReturnType<typeof openPage>
beforeEach(async () => {
  ledger = await startEsplora()
  page = openPage()
  ledger.watch(to, friend.script)
})
afterEach(async () => {
  page.close()
  await ledger.close()
})

async function connected(kind: Kind = 'p2wpkh', extra: readonly string[] = []) {
  const wallet = scriptedWallet({ kind })
  wallet.announce(page.page)
  const own = keyOf(1).payment(kind, 'Regtest')
  ledger.watch(own.address ?? '', own.script)
  const kernel = await createTestKernel({
    plugins: [bip122({ networks: [{ ...bitcoinRegtest, rpcUrls: [...extra, ledger.url] }], confirmationPollMs: 5, endpointTimeoutMs: 500 })],
    connected: network,
  })
  const account = kernel.state(session).connections['bip122/bip122:ScriptedBitcoin']?.accounts[0] as Account
  const via = kernel.use(connection).live('bip122/bip122:ScriptedBitcoin') as Connection
  const prepare = (amount: bigint | 'max', rest: object = {}) =>
    kernel.capability(transfers, network)?.prepare({ from: account, to, network, asset: 'native', amount, ...rest }, never) ?? Promise.reject()
  const sender = kernel.capability(transactions, network)
  return { wallet, own, kernel, account, via, prepare, sender }
}

describe('a bitcoin transfer', () => {
  it.each(['p2wpkh', 'p2tr', 'p2pkh', 'p2sh'] as const)('from a %s account arrives, with its change back home, at the fee that was shown', async kind => {
    const { own, account, via, prepare, sender, kernel } = await connected(kind)
    for (const value of [30_000n, 50_000n]) ledger.pay(own.script, value)
    const prepared = await prepare(60_000n)
    const { fee, change = 0n } = prepared
    expect(fee).toMatchObject({ kind: 'native', rate: { value: '4.2', unit: 'sat/vB' } })
    expect(await sender?.estimate(via, account, prepared.draft, never)).toEqual(fee)

    const sent = await sender?.send(via, account, prepared.draft, never)
    ledger.mine()
    expect(await sender?.confirm?.(sent?.hash ?? '', network, never)).toEqual({ status: 'confirmed', block: 101n })
    expect(ledger.valueOf(friend.script)).toBe(60_000n)
    expect(ledger.valueOf(own.script)).toBe(change)
    expect(change).toBe(80_000n - 60_000n - (fee.kind === 'native' ? fee.amount : 0n))
    kernel.dispose()
  })
  it.each([
    ['slow', '1.01'],
    ['normal', '4.2'],
    ['fast', '12.345'],
  ])('goes %s at %s sat/vB, and pays what that comes to', async (speed, rate) => {
    const { own, prepare, wallet, account, via, sender } = await connected()
    ledger.pay(own.script, 100_000n)
    const { draft, fee } = await prepare(20_000n, { speed })
    expect(fee).toMatchObject({ rate: { value: rate } })
    const { hash } = (await sender?.send(via, account, draft, never)) ?? {}
    const raw = await (await fetch(`${ledger.url}/tx/${hash}/hex`)).text()
    const paid = fee.kind === 'native' ? Number(fee.amount) : 0
    const { vsize } = Transaction.fromRaw(hex.decode(raw))
    expect(paid / vsize).toBeGreaterThanOrEqual(Number(rate))
    expect(paid / vsize).toBeLessThan(Number(rate) * 1.02 + 0.02)
    expect(wallet.asked).not.toContain('sendTransfer')
  })
  it('of everything leaves nothing', async () => {
    const { own, prepare, account, via, sender } = await connected()
    for (const value of [30_000n, 50_000n]) ledger.pay(own.script, value)
    const { draft, amount, change } = await prepare('max')
    await sender?.send(via, account, draft, never)
    expect(change).toBe(0n)
    expect(ledger.valueOf(friend.script)).toBe(amount)
    expect(ledger.valueOf(own.script)).toBe(0n)
  })
  it.each([
    ['no coins', [], 10_000n, 'TRANSFER_FUNDS', /You need 0\.000\d+ tBTC more/],
    ['no coins, when all of them are to be sent', [], 'max', 'TRANSFER_FUNDS', /You need/],
    ['too few', [8_000n], 10_000n, 'TRANSFER_FUNDS', /You need 0\.0000\d+ tBTC more, the fee included/],
    ['enough, but not for the fee', [10_000n], 10_000n, 'TRANSFER_FEE', /not enough left for the fee: 0\.00000462 tBTC are missing/],
    ['so little to send that nobody passes it on', [10_000n], 293n, 'TRANSFER_TOO_SMALL', /no less than 0\.00000294 tBTC/],
  ] as const)('[D27] with %s is not drafted, and says why', async (_what, coins, amount, code, sentence) => {
    const { own, prepare } = await connected()
    for (const value of coins) ledger.pay(own.script, value)
    await expect(prepare(amount)).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) })
  })
  it('spends no coin that waits for a block, and says that it waits', async () => {
    const { own, prepare } = await connected()
    ledger.pay(own.script, 90_000n, false)
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'TRANSFER_FUNDS', message: expect.stringMatching(/not confirmed yet: 0\.0009 tBTC/) })
  })
  it('never spends from the account that keeps collectibles', async () => {
    const { kernel, account } = await connected()
    const ordinals = { ...account, type: 'ordinal' }
    const asked = kernel.capability(transfers, network)?.prepare({ from: ordinals, to, network, asset: 'native', amount: 1_000n }, never)
    await expect(asked).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
  it.each([
    ['another asset', { asset: `${network}/slip44:0` }, 'TRANSFER_ASSET'],
    ['an address of another network', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, 'ADDRESS_WRONG_NETWORK'],
    ['a private key', { to: '01'.repeat(32) }, 'ADDRESS_IS_SECRET'],
  ])('[S18] to %s is refused', async (_what, rest, code) => {
    const { prepare } = await connected()
    await expect(prepare(10_000n, rest)).rejects.toMatchObject({ code })
  })
})

describe('sending', () => {
  it.each([
    ['another transaction than it was given', (made: Transaction) => void made.updateOutput(0, { script: keyOf(3).payment('p2wpkh', 'Regtest').script }, true)],
    ['nothing', () => undefined],
  ])('[S35] refuses a wallet that signs %s, and sends nothing', async (_what, change) => {
    const { own, prepare, account, via, sender, wallet } = await connected()
    ledger.pay(own.script, 90_000n)
    const { draft } = await prepare(10_000n)
    wallet.lies.set('signPsbt', () => {
      const made = Transaction.fromPSBT(base64.decode(bip122Psbt.read(draft)?.psbt ?? ''))
      change(made)
      return { psbt: base64.encode(made.toPSBT()) }
    })
    await expect(sender?.send(via, account, draft, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    expect(ledger.asked.filter(line => line.startsWith('POST'))).toEqual([])
  })
  it('passes on why the network refuses', async () => {
    const { own, prepare, account, via, sender } = await connected()
    ledger.pay(own.script, 90_000n)
    const { draft } = await prepare(10_000n)
    await sender?.send(via, account, draft, never)
    await expect(sender?.send(via, account, draft, never)).rejects.toMatchObject({
      code: 'CHAIN_REFUSED',
      message: expect.stringMatching(/bad-txns-inputs-missingorspent/),
    })
  })
  it('refuses a draft of another chain and one of another network', async () => {
    const { own, prepare, account, via, sender } = await connected()
    ledger.pay(own.script, 90_000n)
    const { draft } = await prepare(10_000n)
    await expect(sender?.send(via, account, { ...draft, dialect: 'tally/transfer' }, never)).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    await expect(sender?.send({ ...via, network: 'bip122:elsewhere' }, account, draft, never)).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('waits for a block, tells what took its place, and gives up when nobody waits any more', async () => {
    const { own, prepare, account, via, sender } = await connected()
    ledger.pay(own.script, 90_000n)
    const { draft } = await prepare(10_000n)
    const { hash = '' } = (await sender?.send(via, account, draft, never)) ?? {}
    const gaveUp = new AbortController()
    setTimeout(() => gaveUp.abort(), 30)
    await expect(sender?.confirm?.(hash, network, gaveUp.signal)).rejects.toMatchObject({ name: 'AbortError' })

    setTimeout(() => ledger.replace(hash, 'ab'.repeat(32)), 30)
    expect(await sender?.confirm?.(hash, network, never)).toEqual({ status: 'replaced', by: 'ab'.repeat(32) })
  })
})

describe('an endpoint', () => {
  it('that is down is passed over', async () => {
    const { own, prepare } = await connected('p2wpkh', ['http://127.0.0.1:9'])
    ledger.pay(own.script, 90_000n)
    expect((await prepare(10_000n)).amount).toBe(10_000n)
  })
  it('of another network is noticed before anything is drafted', async () => {
    const { prepare } = await connected()
    ledger.answers.set('/block-height/0', { body: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_NETWORK' })
  })
  const coins = (rest: object) => JSON.stringify([{ txid: 'ab'.repeat(32), vout: 0, value: 1, status: { confirmed: true }, ...rest }])
  it.each([
    ['HTML', '<html>'],
    ['null', 'null'],
    ['coins without a value', coins({ value: undefined })],
    ['a value that is text', coins({ value: '90000' })],
    ['more bitcoin than there is', coins({ value: 21e14 + 1 })],
    ['half a satoshi', coins({ value: 0.5 })],
    ['an id that is none', coins({ txid: 'ab' })],
  ])('[D37] that answers %s is not believed', async (_what, body) => {
    const { own, prepare } = await connected()
    ledger.answers.set(`/address/${own.address}/utxo`, { body })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
  it.each([['{"6":-1}'], ['{"6":1000000}'], ['{"6":"4"}'], ['[1]'], ['']])('[D37] that asks for an absurd fee is not believed: %s', async body => {
    const { own, prepare } = await connected()
    ledger.pay(own.script, 90_000n)
    ledger.answers.set('/fee-estimates', { body })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
  it.each([429, 500, 503])('[D37] that answers %s is unavailable', async status => {
    const { prepare } = await connected()
    ledger.answers.set('/block-height/0', { status, body: 'slow down' })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })
  it('of a chain that knows no fees yet is asked for the least one', async () => {
    const { own, prepare } = await connected()
    ledger.pay(own.script, 90_000n)
    ledger.answers.set('/fee-estimates', { body: '{}' })
    expect((await prepare(10_000n)).fee).toMatchObject({ rate: { value: '1' } })
  })
})

describe('a balance', () => {
  it('counts what waits for a block apart', async () => {
    const { own, kernel, account } = await connected()
    ledger.pay(own.script, 90_000n)
    ledger.pay(own.script, 5_000n, false)
    expect(await kernel.capability(balances, network)?.native(account, network, never)).toEqual({
      token: { asset: 'native', network, name: 'Bitcoin', symbol: 'tBTC', decimals: 8 },
      amount: 95_000n,
      spendable: 90_000n,
      parts: { confirmed: 90_000n, unconfirmed: 5_000n },
    })
  })
})

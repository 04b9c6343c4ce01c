import { bip122Psbt, type Draft } from '@portico/kernel/chain'
import { failedRequest } from '@portico/kernel/wallet'
import type { BitcoinQuirks } from '@portico/mock-wallets'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { accountAt, idOf, keyAt } from '../../test/page.js'
import { network, never, paymentRig } from '../../test/payment-rig.js'

const rig = paymentRig()
const { connected, pay, coinsOf, balanceOf } = rig
const [recipient, thief] = [accountAt(2).address, accountAt(1).address]
const posted = () => rig.endpoint.asked.filter(walletSession => walletSession.startsWith('POST'))
const psbtOf = (draft: Draft) => Transaction.fromPSBT(base64.decode(bip122Psbt.read(draft)?.psbt ?? ''))
const secret = hex.decode(keyAt(0).slice(2))
/** Signs with the key of the account. */
function signed(transaction: Transaction): Transaction {
  transaction.sign(secret)
  transaction.finalize()
  return transaction
}
const broadcast = async (transaction: Transaction): Promise<string> => (await fetch(`${rig.ledger.url}/tx`, { method: 'POST', body: transaction.hex })).text()
const rpcError = (code: number, message: string) => ({ status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}` })

/** A payment of 10,000 satoshi that is described and not sent yet. */
async function described(quirks: BitcoinQuirks = {}, coins: readonly bigint[] = [90_000n], amount = 10_000n, confirmationPollMs?: number) {
  const made = await connected('p2wpkh', [], { quirks }, confirmationPollMs)
  await pay(made.own.address, ...coins)
  const { draft } = await made.prepare(amount)
  const text = await made.sender.describe(made.account, [draft], never)
  return {
    ...made,
    draft,
    text,
    find: () => made.sender.find(network, text, never),
    compare: (hash: string) => made.sender.compare(hash, network, text, never),
  }
}
const sends = (afterwards: 'answers' | 'throws', more: BitcoinQuirks = {}): BitcoinQuirks => ({ ...more, sends: { to: rig.ledger.url, afterwards } })

describe('a wallet that broadcasts by itself', () => {
  it('[S35] a wallet that broadcasts the described payment has sent one transaction, and its hash is returned', async () => {
    const { send, draft, compare } = await described(sends('answers'))
    const { hash } = await send(draft)
    await rig.ledger.mine()
    expect(await balanceOf(recipient)).toBe(10_000n)
    expect(await compare(hash)).toEqual({ status: 'same' })
  })
  it('[S35] a wallet that broadcasts and then throws leaves the outcome unknown; the payment is found, also by another page, and no second one is made', async () => {
    const { send, draft, find, compare, text } = await described(sends('throws'))
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    const found = await find()
    expect(found).toEqual({ status: 'found', hash: expect.stringMatching(/^[\da-f]{64}$/) })
    if (found.status === 'found') expect(await compare(found.hash)).toEqual({ status: 'same' })
    await rig.ledger.mine()
    const { sender } = await connected()
    expect(await sender.find(network, text, never)).toEqual(found)
    expect(await balanceOf(recipient)).toBe(10_000n)
  })
  it('[S2] [S35] a wallet that broadcasts a payment to somebody else is detected: the comparison names the recipient, and the described payment can never be sent', async () => {
    const { send, draft, find, compare, own } = await described(sends('throws', { pays: thief }))
    const stranger = accountAt(1).address
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(await find()).toEqual({ status: 'open' })
    await rig.ledger.mine()
    const [coin] = await coinsOf(own.address)
    const by = coin?.txid ?? ''
    expect(await find()).toEqual({ status: 'impossible', by })
    expect(await compare(by)).toEqual({ status: 'different', to: stranger, amount: 10_000n })
  })
  it('[S35] a wallet that broadcasts another amount is detected: the comparison names the amount', async () => {
    const { send, draft, compare } = await described(sends('answers', { signs: 'another' }))
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME', message: expect.stringMatching(/another payment than the one you saw/) })
    const [coin] = await coinsOf(recipient)
    expect(await compare(coin?.txid ?? '')).toEqual({ status: 'different', to: recipient, amount: 9_999n })
  })
})

/** Ways to tamper with a payment, other than its signatures. */
const alterations: readonly (readonly [what: string, alter: (made: Transaction, account: { readonly script: Uint8Array }) => unknown])[] = [
  ['to somebody else', (made, other) => made.updateOutput(0, { script: other.script })],
  ['of another amount', made => made.updateOutput(0, { amount: 10_001n })],
  ['whose change goes to somebody else', (made, other) => made.updateOutput(1, { script: other.script })],
  ['whose change is smaller', made => made.updateOutput(1, { amount: 1_000n })],
  [
    'with one more output',
    (made, other) => {
      made.updateOutput(1, { amount: 1_000n })
      made.addOutput({ script: other.script, amount: 1_000n })
    },
  ],
  ['that can never be raised', made => made.updateInput(0, { sequence: 0xffffffff })],
]

describe('a wallet that signs another payment than requested', () => {
  it.each(alterations)('[S35] a signed payment %s is not broadcast, and the outcome counts as unknown', async (_what, alter) => {
    const { send, draft, wallet } = await described()
    const made = psbtOf(draft)
    alter(made, accountAt(1))
    wallet.policy = { signPsbt: { answer: { psbt: base64.encode(signed(made).toPSBT()) } } }
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME', message: expect.stringMatching(/^Your wallet signed another payment/) })
    expect(posted()).toEqual([])
  })
})

describe('a wallet that broadcasts with another fee', () => {
  /** Compares a payment of which the wallet leaves `change` of the 80,000 satoshi that are not paid. `shown`: the fee of the draft. */
  async function comparedWith(change: (shown: bigint) => bigint) {
    const { draft, compare } = await described()
    const made = psbtOf(draft)
    made.updateOutput(1, { amount: change(made.fee) })
    const hash = await broadcast(signed(made))
    return compare(hash)
  }
  it('[S35] a wallet that leaves the change to the miner is detected', async () => {
    expect(await comparedWith(() => 1_000n)).toEqual({ status: 'different' })
  })
  it('[S35] a wallet that raises the fee more than tenfold, by more than a tenth of the payment, is detected', async () => {
    expect(await comparedWith(shown => 80_000n - 10n * shown - 1n)).toEqual({ status: 'different' })
  })
  it('[S35] a wallet that uses other coins of the account and leaves the change to the miner is detected', async () => {
    const { compare, own, draft } = await described()
    await pay(own.address, 80_000n)
    const coin = (await coinsOf(own.address)).find(({ value }) => value === 80_000)
    const made = new Transaction()
    made.addInput({ txid: coin?.txid ?? '', index: coin?.vout ?? 0, witnessUtxo: { script: own.script, amount: 80_000n } })
    made.addOutput(psbtOf(draft).getOutput(0))
    expect(await compare(await broadcast(signed(made)))).toEqual({ status: 'different' })
  })
  it('a wallet that raises the fee tenfold has sent the same payment', async () => {
    expect(await comparedWith(shown => 80_000n - 10n * shown)).toEqual({ status: 'same' })
  })
})

describe('a wallet that refuses or fails', () => {
  // In sats-connect these codes mean a rejection by the person and missing access (`RpcErrorCode`).
  // ACCESS_DENIED of sats-connect.
  const refusalsOfSatsConnect = ['-32002, request already pending']
  it.each(
    (['sats-connect', 'leather', 'wallet-standard'] as const).flatMap(protocol =>
      walletAnswers.map(
        ([answer, error, outcome]) =>
          [protocol, answer, error, protocol === 'sats-connect' && refusalsOfSatsConnect.includes(answer) ? 'refused' : outcome] as const,
      ),
    ),
  )('[R12] [S23] an error by %s with "%s" is judged by what it proves, and nothing is broadcast', async (protocol, _, error, outcome) => {
    const { prepare, send, wallet, own } = await connected('p2wpkh', [], { speaks: [protocol] })
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    wallet.policy = { '*': { error } }
    const thrown = await send(draft).catch(caught => caught)
    expect(failedRequest(thrown)).toBe(outcome)
    if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(posted()).toEqual([])
  })
  it.each<[string, object, string]>([
    ['the words of Xverse for a PSBT', { code: -32000, message: 'User rejected request to sign a psbt' }, 'refused'],
    ['the words of Xverse for a transfer', { code: -32000, message: 'User rejected request to send transfer' }, 'refused'],
    ['a 4001 that sats-connect wraps', { code: -32000, message: 'Wallet method call error', data: { code: 4001 } }, 'refused'],
    ['no words', { code: -32000 }, 'unknown'],
    ['a node that knows the transaction', { code: -32000, message: 'txn-already-known' }, 'unknown'],
    ['a nonce that was used', { code: -32000, message: 'nonce too low' }, 'unknown'],
    ['too little of the coin', { code: -32000, message: 'insufficient funds' }, 'unknown'],
    ['a node that rejected it', { code: -32000, message: 'Transaction rejected' }, 'unknown'],
    ['a request that was canceled', { code: -32000, message: 'Request canceled' }, 'unknown'],
  ])('[S23] a sats-connect wallet that answers -32000 with %s has refused only where the message names the person', async (_, error, outcome) => {
    const { prepare, send, wallet, own } = await connected('p2wpkh', [], { speaks: ['sats-connect'] })
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    wallet.policy = { '*': { error } }
    const thrown = await send(draft).catch(caught => caught)
    expect(failedRequest(thrown)).toBe(outcome)
    expect(posted()).toEqual([])
  })
  it.each(unreadableAnswers)('[S23] [S35] %s instead of a signed payment leaves the outcome unknown, and nothing is broadcast', async (_, answer) => {
    const { send, draft, wallet } = await described()
    wallet.policy = { signPsbt: { answer } }
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(posted()).toEqual([])
  })
})

describe('a wallet that responds late', () => {
  it('[S35] a signature that arrives after the abort is reported, and not broadcast', async () => {
    const { sender, via, account, draft, wallet, kernel, find } = await described()
    wallet.policy = { signPsbt: { delayMs: 60 } }
    const gaveUp = new AbortController()
    const sending = sender.send(via, account, draft, gaveUp.signal)
    setTimeout(() => gaveUp.abort(), 20)
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => kernel.reported).toMatchObject([{ error: { code: 'WALLET_ANSWER' } }])
    expect(posted()).toEqual([])
    expect(await find()).toEqual({ status: 'open' })
  })
})

describe("a node's response to a broadcast", () => {
  it.each([
    [-27, 'Transaction already in block chain'],
    [-27, 'Transaction outputs already in utxo set'],
    [-27, 'something new'],
    [-26, 'txn-already-known'],
    [-26, 'txn-already-in-mempool'],
    [-26, 'txn-same-nonwitness-data-in-mempool'],
  ])('[R12] %i, "%s", means that it was sent', async (code, text) => {
    const { send, draft } = await described()
    rig.endpoint.answers.set('/tx', rpcError(code, text))
    expect(await send(draft)).toEqual({ hash: expect.stringMatching(/^[\da-f]{64}$/) })
  })
  it.each([
    [-25, 'bad-txns-inputs-missingorspent'],
    [-25, 'Missing inputs'],
    [-26, 'txn-mempool-conflict'],
    [-26, 'insufficient fee, rejecting replacement'],
    [-26, 'bad-txns-inputs-spent'],
  ])('[R12] %i, "%s", leaves the outcome unknown, unless the network has the transaction', async (code, text) => {
    const { send, draft } = await described()
    rig.endpoint.answers.set('/tx', rpcError(code, text))
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME', message: expect.stringMatching(text) })
    const id = await broadcast(signed(psbtOf(draft)))
    expect(await send(draft)).toEqual({ hash: id })
  })
  it.each([
    [-26, 'min relay fee not met'],
    [-26, 'dust'],
    [-22, 'TX decode failed'],
    [-26, 'mandatory-script-verify-flag-failed'],
  ])('[R12] [S35] %i, "%s", does not prove that nothing was sent: the outcome is unknown, and the reason is passed on', async (code, text) => {
    const { send, draft } = await described()
    rig.endpoint.answers.set('/tx', rpcError(code, text))
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME', message: expect.stringMatching(text), cause: text })
    const id = await broadcast(signed(psbtOf(draft)))
    expect(await send(draft)).toEqual({ hash: id })
  })
  it('[R12] [S35] an endpoint that serves another network after the wallet has signed leaves the outcome unknown', async () => {
    const { draft } = await described()
    // Another page, which has made no request to the endpoint before the wallet signs.
    const { send, wallet } = await connected()
    rig.endpoint.answers.set('/block-height/0', { status: 200, body: '12'.repeat(32) })
    const thrown = await send(draft).catch(error => error)
    expect(wallet.calls.map(({ method }) => method)).toContain('signPsbt')
    expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME', cause: { code: 'CHAIN_NETWORK' } })
    expect(failedRequest(thrown)).toBe('unknown')
  })
  it('[S2] [S35] a payment that the node relays and then refuses has an unknown outcome, and is found', async () => {
    const { send, draft, find } = await described()
    rig.endpoint.answers.set('/tx', { ...rpcError(-26, 'min relay fee not met'), forwards: true })
    const { id } = signed(psbtOf(draft))
    rig.endpoint.answers.set(`/tx/${id}`, { status: 404, body: 'Transaction not found' })
    const thrown = await send(draft).catch(error => error)
    expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(failedRequest(thrown)).toBe('unknown')
    expect(await find()).toEqual({ status: 'found', hash: id })
  })
})

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
    ['raised the fee and added an output of its own', thief, { status: 'different', to: thief, amount: 5_000n }],
  ])('[S35] a payment whose wallet %s is found, because the recipient was paid', async (_what, other, comparison) => {
    const { find, compare, draft } = await described()
    const made = psbtOf(draft)
    made.updateOutput(1, { amount: other ? 74_000n : 79_000n })
    if (other) made.addOutput({ script: accountAt(1).script, amount: 5_000n })
    const hash = await broadcast(signed(made))
    expect(await find()).toEqual({ status: 'found', hash })
    expect(await compare(hash)).toEqual(comparison)
  })
  it('[S35] a payment of an account to itself is found, and differs from one that pays somebody else', async () => {
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
    expect(await sender.compare(other, network, text, never)).toMatchObject({ status: 'different', to: thief })
  })
  it('[R7] an endpoint is not trusted when it names a spender that spends something else', async () => {
    const { find, own } = await described()
    const [coin] = await coinsOf(own.address)
    const [elsewhere] = await coinsOf(rig.ledger.accounts[0].address)
    const body = JSON.stringify({ spent: true, txid: elsewhere?.txid, vin: 0, status: { confirmed: true, block_height: 5 } })
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
    const paid = (await rig.json(`/tx/${hash}`)) as { vin: { prevout: { scriptpubkey_address: string } }[] }
    expect(await compare(hash)).toEqual({ status: 'different', from: paid.vin[0]?.prevout.scriptpubkey_address })
  })
  it('a payment from other coins of the account compares as the same', async () => {
    const { compare, own, draft } = await described()
    await pay(own.address, 80_000n)
    const coin = (await coinsOf(own.address)).find(({ value }) => value === 80_000)
    const made = new Transaction()
    made.addInput({ txid: coin?.txid ?? '', index: coin?.vout ?? 0, witnessUtxo: { script: own.script, amount: 80_000n } })
    made.addOutput(psbtOf(draft).getOutput(0))
    made.addOutput({ script: own.script, amount: 69_500n })
    expect(await compare(await broadcast(signed(made)))).toEqual({ status: 'same' })
  })
  it('a comparison names the account itself where all coins came back', async () => {
    const { compare, own, draft } = await described()
    const made = psbtOf(draft)
    made.updateOutput(0, { script: own.script })
    const { change = 0n } = bip122Psbt.read(draft) ?? {}
    expect(await compare(await broadcast(signed(made)))).toEqual({ status: 'different', to: own.address, amount: 10_000n + change })
  })
  it('[R7] a comparison rejects another transaction that an endpoint returns for the hash', async () => {
    const { compare, send, draft } = await described()
    const { hash } = await send(draft)
    const other = await rig.ledger.pay({ address: thief, satoshi: 10_000n })
    rig.endpoint.answers.set(`/tx/${hash}/hex`, { body: await (await fetch(`${rig.ledger.url}/tx/${other}/hex`)).text() })
    const comparing = compare(hash)
    await expect.poll(() => rig.endpoint.asked.filter(walletSession => walletSession === `GET /tx/${hash}/hex`).length, { timeout: 10_000 }).toBeGreaterThan(1)
    rig.endpoint.answers.clear()
    expect(await comparing).toEqual({ status: 'same' })
  })
  it('[R7] the outcome is not read from another transaction that an endpoint returns for the hash', async () => {
    const { send, draft, sender } = await described()
    const { hash } = await send(draft)
    const other = await rig.json(`/address/${rig.ledger.accounts[0].address}/txs`)
    rig.endpoint.answers.set(`/tx/${hash}`, { body: JSON.stringify(other[0]) })
    const confirming = sender.confirm(hash, network, { signal: never })
    await expect.poll(() => rig.endpoint.asked.filter(walletSession => walletSession === `GET /tx/${hash}`).length, { timeout: 10_000 }).toBeGreaterThan(1)
    rig.endpoint.answers.clear()
    const height = await rig.ledger.mine()
    expect(await confirming).toEqual({ status: 'confirmed', block: BigInt(height) })
  })
  it('a comparison waits until its caller allows polling, and ends on abort', async () => {
    const { sender, text, draft, send } = await described()
    const { hash } = await send(draft)
    let show: (() => void) | undefined
    const whenVisible = () => new Promise<void>(resolve => (show = resolve))
    const asked = rig.endpoint.asked.length
    const comparing = sender.compare(hash, network, text, never, whenVisible)
    await new Promise(resolve => setTimeout(resolve, 40))
    expect(rig.endpoint.asked).toHaveLength(asked)
    show?.()
    expect(await comparing).toEqual({ status: 'same' })

    const gaveUp = new AbortController()
    setTimeout(() => gaveUp.abort(), 20)
    await expect(sender.compare('ab'.repeat(32), network, text, gaveUp.signal)).rejects.toMatchObject({ name: 'AbortError' })
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
      return url.endsWith('/block-height/0') ? new Response(genesis) : new Response('Transaction not found', { status: 404 })
    })
    return { sender, text, net }
  }
  const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
  const begun = async (whenVisible?: () => Promise<void>) => {
    const { sender, text, net } = await inTime()
    const told: unknown[] = []
    sender.compare('ab'.repeat(32), network, text, never, whenVisible).then(
      answer => told.push(answer),
      error => told.push(error),
    )
    return { told, net }
  }
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[R6] a transaction is absent after two minutes of responses, and not before', async () => {
    const { told } = await begun()
    await vi.advanceTimersByTimeAsync(115_000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(25_000)
    expect(told).toEqual([{ status: 'absent' }])
  })
  it('[R5] time in which no endpoint responds does not count', async () => {
    const { told, net } = await begun()
    await vi.advanceTimersByTimeAsync(95_000)
    net.isDown = true
    await vi.advanceTimersByTimeAsync(300_000)
    net.isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(told).toEqual([{ status: 'absent' }])
  })
  it('time in which polling is not allowed hardly counts', async () => {
    let isHidden = false
    const whenVisible = async () => {
      while (isHidden) await new Promise(resolve => setTimeout(resolve, 1_000))
    }
    const { told } = await begun(whenVisible)
    await vi.advanceTimersByTimeAsync(30_000)
    isHidden = true
    await vi.advanceTimersByTimeAsync(3_600_000)
    isHidden = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(80_000)
    expect(told).toEqual([{ status: 'absent' }])
  })
  it('[S35] a malformed hash is absent at once, without a request', async () => {
    const { compare } = await described()
    const asked = rig.endpoint.asked.length
    for (const hash of ['', '0x12', '../address/x', 'AB'.repeat(32)]) expect(await compare(hash)).toEqual({ status: 'absent' })
    expect(rig.endpoint.asked).toHaveLength(asked)
  })
})

describe('the description of a payment', () => {
  it('a description has at most 4,000 characters, also for a payment from 60 coins to 60 recipients, and is still compared', async () => {
    const { sender, account, own } = await described()
    const paying = (recipients: number) => {
      const made = new Transaction({ allowUnknownOutputs: true })
      for (let at = 0; at < 60; at++) made.addInput({ txid: 'ab'.repeat(32), index: 4_000_000_000 + at, witnessUtxo: { script: own.script, amount: 1_000n } })
      for (let at = 0; at < recipients; at++) made.addOutput({ script: accountAt(2).script, amount: 500n + BigInt(at) })
      return made
    }
    const made = paying(60)
    const draft = bip122Psbt.draft(network, { psbt: base64.encode(made.toPSBT()), inputs: [], fee: 1n, feeRate: '1', change: 0n })
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
      rig.endpoint.answers.set(`/tx/${txid}`, { body: JSON.stringify({ txid, status: { confirmed: false }, vin }) })
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
    const asked = rig.endpoint.asked.length
    await expect(sender.find(network, spoil(text), never)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    await expect(sender.compare('ab'.repeat(32), network, spoil(text), never)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    expect(rig.endpoint.asked).toHaveLength(asked)
  })
})

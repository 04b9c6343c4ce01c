import { failedRequest } from '@portico/kernel/wallet'
import type { BitcoinQuirks } from '@portico/mock-wallets'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { outcomeRig, psbtOf, recipient, signed, thief } from '../../test/outcome-rig.js'
import { accountAt } from '../../test/page.js'
import { network, never } from '../../test/payment-rig.js'

const { balanceOf, broadcast, coinsOf, connected, described, pay, rig } = outcomeRig()

const posted = () => rig.endpoint.requests.filter(request => request.startsWith('POST'))
const rpcError = (code: number, message: string) => ({
  status: 400,
  body: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
})
const sends = (afterwards: 'answers' | 'throws', more: BitcoinQuirks = {}): BitcoinQuirks => ({
  ...more,
  sends: { to: rig.ledger.url, afterwards },
})
/** Alterations of a payment, other than of its signatures. */
const alterations: readonly (readonly [
  what: string,
  alter: (made: Transaction, account: { readonly script: Uint8Array }) => unknown,
])[] = [
  ['to another recipient', (made, other) => made.updateOutput(0, { script: other.script })],
  ['of another amount', made => made.updateOutput(0, { amount: 10_001n })],
  [
    'whose change goes to another account',
    (made, other) => made.updateOutput(1, { script: other.script }),
  ],
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
  it('[S2] [S35] a wallet that broadcasts a payment to another account is detected: the comparison names the recipient, and the described payment can never be sent', async () => {
    const { send, draft, find, compare, own } = await described(sends('throws', { pays: thief }))
    const unrelated = accountAt(1).address
    await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(await find()).toEqual({ status: 'open' })
    await rig.ledger.mine()
    const [coin] = await coinsOf(own.address)
    const by = coin?.txid ?? ''
    expect(await find()).toEqual({ status: 'impossible', by })
    expect(await compare(by)).toEqual({ status: 'different', to: unrelated, amount: 10_000n })
  })
  it('[S35] a wallet that broadcasts another amount is detected: the comparison names the amount', async () => {
    const { send, draft, compare } = await described(sends('answers', { signs: 'another' }))
    await expect(send(draft)).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
      message: expect.stringMatching(/a different payment from the one you saw/),
    })
    const [coin] = await coinsOf(recipient)
    expect(await compare(coin?.txid ?? '')).toEqual({
      status: 'different',
      to: recipient,
      amount: 9_999n,
    })
  })
})

describe('a wallet that signs another payment than requested', () => {
  it.each(alterations)(
    '[S35] a signed payment %s is not broadcast, and the outcome counts as unknown',
    async (_what, alter) => {
      const { send, draft, wallet } = await described()
      const made = psbtOf(draft)
      alter(made, accountAt(1))
      wallet.policy = { signPsbt: { answer: { psbt: base64.encode(signed(made).toPSBT()) } } }
      await expect(send(draft)).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
        message: expect.stringMatching(/^Your wallet signed a different payment/),
      })
      expect(posted()).toEqual([])
    },
  )
})

describe('a wallet that broadcasts with another fee', () => {
  /**
   * Compares a payment of which the wallet leaves `change` of the 80,000 satoshi that are not paid.
   * `shown`: the fee of the draft.
   */
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
    made.addInput({
      txid: coin?.txid ?? '',
      index: coin?.vout ?? 0,
      witnessUtxo: { script: own.script, amount: 80_000n },
    })
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
          [
            protocol,
            answer,
            error,
            protocol === 'sats-connect' && refusalsOfSatsConnect.includes(answer)
              ? 'refused'
              : outcome,
          ] as const,
      ),
    ),
  )(
    '[R12] [S23] an error by %s with "%s" is judged by what it proves, and nothing is broadcast',
    async (protocol, _, error, outcome) => {
      const { prepare, send, wallet, own } = await connected('p2wpkh', [], { speaks: [protocol] })
      await pay(own.address, 90_000n)
      const { draft } = await prepare(10_000n)
      wallet.policy = { '*': { error } }
      const thrown = await send(draft).catch(caught => caught)
      expect(failedRequest(thrown)).toBe(outcome)
      if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(posted()).toEqual([])
    },
  )
  it.each<[string, object, string]>([
    [
      'the words of Xverse for a PSBT',
      { code: -32000, message: 'User rejected request to sign a psbt' },
      'refused',
    ],
    [
      'the words of Xverse for a transfer',
      { code: -32000, message: 'User rejected request to send transfer' },
      'refused',
    ],
    [
      'a 4001 that sats-connect wraps',
      { code: -32000, message: 'Wallet method call error', data: { code: 4001 } },
      'refused',
    ],
    ['no words', { code: -32000 }, 'unknown'],
    [
      'a node that knows the transaction',
      { code: -32000, message: 'txn-already-known' },
      'unknown',
    ],
    ['a nonce that was used', { code: -32000, message: 'nonce too low' }, 'unknown'],
    ['too little of the coin', { code: -32000, message: 'insufficient funds' }, 'unknown'],
    ['a node that rejected it', { code: -32000, message: 'Transaction rejected' }, 'unknown'],
    ['a request that was canceled', { code: -32000, message: 'Request canceled' }, 'unknown'],
  ])(
    '[S23] a sats-connect wallet that answers -32000 with %s has refused only where the message names the person',
    async (_, error, outcome) => {
      const { prepare, send, wallet, own } = await connected('p2wpkh', [], {
        speaks: ['sats-connect'],
      })
      await pay(own.address, 90_000n)
      const { draft } = await prepare(10_000n)
      wallet.policy = { '*': { error } }
      const thrown = await send(draft).catch(caught => caught)
      expect(failedRequest(thrown)).toBe(outcome)
      expect(posted()).toEqual([])
    },
  )
  it.each(unreadableAnswers)(
    '[S23] [S35] %s instead of a signed payment leaves the outcome unknown, and nothing is broadcast',
    async (_, answer) => {
      const { send, draft, wallet } = await described()
      wallet.policy = { signPsbt: { answer } }
      await expect(send(draft)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(posted()).toEqual([])
    },
  )
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
  ])(
    '[R12] %i, "%s", leaves the outcome unknown, unless the network has the transaction',
    async (code, text) => {
      const { send, draft } = await described()
      rig.endpoint.answers.set('/tx', rpcError(code, text))
      await expect(send(draft)).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
        message: expect.stringMatching(text),
      })
      const id = await broadcast(signed(psbtOf(draft)))
      expect(await send(draft)).toEqual({ hash: id })
    },
  )
  it.each([
    [-26, 'min relay fee not met'],
    [-26, 'dust'],
    [-22, 'TX decode failed'],
    [-26, 'mandatory-script-verify-flag-failed'],
  ])(
    '[R12] [S35] %i, "%s", does not prove that nothing was sent: the outcome is unknown, and the reason is passed on',
    async (code, text) => {
      const { send, draft } = await described()
      rig.endpoint.answers.set('/tx', rpcError(code, text))
      await expect(send(draft)).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
        message: expect.stringMatching(text),
        cause: text,
      })
      const id = await broadcast(signed(psbtOf(draft)))
      expect(await send(draft)).toEqual({ hash: id })
    },
  )
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

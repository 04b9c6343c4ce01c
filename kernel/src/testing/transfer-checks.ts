/** Checks of sending with a connected wallet. */
import { expect } from 'vitest'
import {
  balancesCapability,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '../contracts/capabilities/index.js'
import { networkOf } from '../contracts/chain/index.js'
import type { ChainCheck, CheckResult } from './chain-rig.js'
import {
  type Connected,
  expectDeclined,
  isUnable,
  lacking,
  never,
  notChecked,
  notOffered,
  type WalletBench,
  walletCheck,
} from './check-bench.js'
import { TestingError } from './errors.js'
import { giveUp } from './message-checks.js'

/**
 * A check of transfers, with both capabilities and an amount of the rig. A chain that offers
 * transfers cannot skip it.
 */
export const transferCheck = (
  id: string,
  name: string,
  run: (
    bench: WalletBench &
      Connected & {
        readonly intent: TransferIntent & { readonly amount: bigint }
        readonly prepare: (
          amount?: TransferIntent['amount'],
          more?: Partial<TransferIntent>,
        ) => ReturnType<NonNullable<ReturnType<typeof transfersOf>>['prepare']>
        readonly sender: NonNullable<ReturnType<typeof senderOf>>
      },
  ) => Promise<CheckResult | undefined>,
) =>
  walletCheck(id, name, async bench => {
    const { rig } = bench
    const offer = transfersOf(bench)
    const sender = senderOf(bench)
    if (!offer) return notOffered('transfers')
    if (!sender) return notOffered('transactions')
    if (!rig.transfer)
      expect.fail('the chain offers transfers: the rig has to name one (`transfer`)')
    const { transfer } = rig
    const decimals =
      networkOf(bench.kernel, rig.network)?.nativeCurrency.decimals ??
      expect.fail('the chain lists the network of the rig')
    return bench.connected(async made => {
      const intent = {
        from: made.from,
        network: rig.network,
        asset: 'native',
        decimals,
        ...transfer,
      } as const
      return run({
        ...bench,
        ...made,
        sender,
        intent,
        prepare: (amount = intent.amount, more = {}) =>
          offer.prepare({ ...intent, amount, ...more }, never()),
      })
    })
  })
const transfersOf = ({ offered }: WalletBench) => offered(transfersCapability)
const senderOf = ({ offered }: WalletBench) => offered(transactionsCapability)

/** The hash of another transaction: the last letters and digits are the next ones. */
export function otherHash(hash: string): string {
  const next = (char: string) => (char === '9' ? '1' : String.fromCharCode(char.charCodeAt(0) + 1))
  const end = hash.slice(-6).replace(/[1-9a-eA-E]/g, next)
  return hash.slice(0, -6) + end
}
/** Fails for a transaction that is confirmed, and for a call that outlives its signal. */
async function expectUnconfirmed(confirm: (signal: AbortSignal) => Promise<unknown>) {
  const controller = new AbortController()
  const waiting = Symbol('waiting')
  const pause = () => new Promise(resolve => setTimeout(resolve, 1_000, waiting))
  const call = confirm(controller.signal).catch(() => 'rejected')
  const early = await Promise.race([call, pause()])
  expect(
    Object(early).status,
    'a transaction that the network does not know is not confirmed',
  ).not.toBe('confirmed')
  controller.abort()
  expect(await Promise.race([call, pause()]), '`confirm` ends with its signal').not.toBe(waiting)
}

/** A text that differs where the values do; amounts are no JSON. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))

/** In the order in which a person meets them. */
export const transferChecks: readonly ChainCheck[] = [
  transferCheck(
    'draft',
    'drafts a transfer in a dialect that it can send itself',
    async ({ rig, wallet, sender, intent, prepare }) => {
      const { prompts } = wallet
      const prepared = await prepare()
      expect(wallet.prompts, 'the wallet is not asked').toBe(prompts)
      expect(sender.dialects, 'the draft is in a dialect of the sender').toContain(
        prepared.draft.dialect,
      )
      expect(prepared.draft.network).toBe(rig.network)
      expect(prepared.amount).toBe(intent.amount)
      return undefined
    },
  ),
  transferCheck(
    'recipient',
    'prepares no transfer to what is no address, and none of an asset of another network',
    async ({ rig, intent, prepare }) => {
      for (const to of rig.addresses.bad)
        await expect(
          prepare(intent.amount, { to }),
          `a transfer to "${to}" is refused`,
        ).rejects.toBeDefined()
      await expect(
        prepare(intent.amount, { asset: 'elsewhere:1/token:1' }),
        'an asset of another network is refused',
      ).rejects.toBeDefined()
      return undefined
    },
  ),
  transferCheck(
    'funds',
    'prepares no transfer of more than the account owns, and none below zero',
    async ({ rig, offered, from, prepare }) => {
      const owned =
        (await offered(balancesCapability)?.native(from, rig.network, never()))?.amount ??
        rig.balance
      await expect(prepare(-1n), 'an amount below zero is refused').rejects.toBeDefined()
      if (owned === undefined) return notChecked('nothing says what the account owns (`balance`)')
      const problem = await prepare(owned + 1n).then(
        () => 'nothing was thrown',
        error => error,
      )
      expect(problem, 'more than it owns is refused').toMatchObject({
        code: expect.stringMatching(/^TRANSFER_/),
      })
      return undefined
    },
  ),
  transferCheck(
    'decimals',
    'refuses an amount that was shown with other decimals than those of the asset',
    async ({ intent, prepare }) => {
      for (const decimals of [intent.decimals + 1, intent.decimals + 12]) {
        const problem = await prepare(intent.amount, { decimals }).then(
          () => 'nothing was thrown',
          error => error,
        )
        expect(problem, `${decimals} decimals instead of ${intent.decimals}`).toMatchObject({
          code: 'TRANSFER_ASSET',
        })
      }
      return undefined
    },
  ),
  transferCheck(
    'max',
    'computes the maximum that can be sent: above zero, and at most the balance less the fee',
    async ({ rig, offered, from, prepare }) => {
      const { amount, fee } = await prepare('max')
      expect(amount, "'max' comes to something").toBeGreaterThan(0n)
      const owned =
        (await offered(balancesCapability)?.native(from, rig.network, never()))?.amount ??
        rig.balance
      if (owned !== undefined)
        expect(
          amount + (fee.kind === 'native' ? fee.amount : 0n),
          'with its fee, it is no more than the balance',
        ).toBeLessThanOrEqual(owned)
      return undefined
    },
  ),
  transferCheck(
    'estimate',
    'estimates the cost of its draft without a prompt',
    async ({ wallet, sender, via, from, prepare }) => {
      const { draft } = await prepare()
      const prompts = wallet.prompts
      const fee = await sender.estimate(via, from, draft, never())
      expect(fee.kind).toMatch(/^(native|sponsored)$/)
      if (fee.kind === 'native') expect(typeof fee.amount, 'in base units').toBe('bigint')
      expect(wallet.prompts, 'no prompt').toBe(prompts)
      return undefined
    },
  ),
  transferCheck(
    'send',
    'sends its draft once, and passes on a rejection',
    async ({ wallet, sender, via, from, prepare }) => {
      const { draft } = await prepare()
      if (via.supports?.(transactionsCapability) === false) {
        const isRefused = await sender.send(via, from, draft, never()).then(() => false, isUnable)
        expect(isRefused, 'a wallet that says it cannot send refuses to').toBe(true)
        return notChecked('the wallet of the rig cannot send')
      }
      wallet.policy = 'decline'
      await expectDeclined(sender.send(via, from, draft, never()), 'DECLINED')
      wallet.policy = 'approve'
      const prompts = wallet.prompts
      const { hash } = await sender.send(via, from, draft, never())
      expect(hash).toBeTruthy()
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
      return undefined
    },
  ),
  transferCheck(
    'speeds',
    'offers speeds only where they differ in the draft or the fee',
    async ({ rig, intent, prepare }) => {
      const { speeds = [] } = await prepare()
      if (speeds.length === 0) return notOffered('speeds')
      if (rig.equalSpeeds) return notChecked(rig.equalSpeeds)
      const texts = await Promise.all(
        speeds.map(async speed => {
          const { draft, fee } = await prepare(intent.amount, { speed })
          return textOf({ draft, fee })
        }),
      )
      expect(
        new Set(texts).size,
        `${speeds.join(', ')}: drafts and fees that differ; leave \`speeds\` out if none do`,
      ).toBeGreaterThan(1)
      return undefined
    },
  ),
  transferCheck(
    'other signed',
    'submits nothing where the wallet signs another transaction than the prepared one',
    async ({ wallet, sender, via, from, prepare }) => {
      if (via.supports?.(transactionsCapability) === false)
        return notChecked('the wallet of the rig cannot send')
      if (!wallet.signOther) return lacking(wallet, 'signOther')
      const { draft } = await prepare()
      await wallet.signOther()
      await expect(
        sender.send(via, from, draft, never()),
        'the send fails, and names no transaction',
      ).rejects.toBeDefined()
      return undefined
    },
  ),
  transferCheck(
    'refused by nodes',
    'does not take a transaction as sent that the network refuses',
    async ({ rig, sender, via, from, prepare }) => {
      if (via.supports?.(transactionsCapability) === false)
        return notChecked('the wallet of the rig cannot send')
      if (!rig.refuseNext) return notChecked('the rig has no `refuseNext`')
      const { draft } = await prepare()
      await rig.refuseNext()
      await expect(
        sender.send(via, from, draft, never()),
        'the send fails with the reason of the network',
      ).rejects.toBeDefined()
      return undefined
    },
  ),
  transferCheck(
    'foreign draft',
    'refuses a draft of another chain without asking the wallet',
    async ({ rig, wallet, sender, via, from }) => {
      const { prompts } = wallet
      const draft = { dialect: 'elsewhere/transfer', network: rig.network, body: {} }
      await expect(
        sender.send(via, from, draft, never()),
        'the draft is refused',
      ).rejects.toBeDefined()
      expect(wallet.prompts, 'the wallet is not asked').toBe(prompts)
      return undefined
    },
  ),
  transferCheck(
    'confirm',
    'reads the outcome of this transaction from the network, unless it is known already',
    async ({ rig, sender, via, from, prepare }) => {
      const { confirm } = sender
      if (!confirm) return notOffered('transactions.confirm')
      if (via.supports?.(transactionsCapability) === false)
        return notChecked('the wallet of the rig cannot send')
      const { draft } = await prepare()
      const { hash } = await sender.send(via, from, draft, never())
      let waits = 0
      const whenVisible = async () => void waits++
      const outcome = await confirm(hash, rig.network, { signal: never(), whenVisible })
      expect(outcome.status).toBe('confirmed')
      expect(waits, '`whenVisible` is awaited before each request').toBeGreaterThan(0)
      const said = { status: 'failed', reason: 'said before' } as const
      expect(
        await confirm(hash, rig.network, { signal: never(), said }),
        'what was said is answered as it was, without a request',
      ).toEqual(said)
      await expectUnconfirmed(signal => confirm(otherHash(hash), rig.network, { signal }))
      return undefined
    },
  ),
  transferCheck(
    'several at once',
    'sends several drafts with one prompt, or refuses without one',
    async ({ wallet, sender, via, from, intent, prepare }) => {
      const { sendAll } = sender
      if (!sendAll) return notOffered('transactions.sendAll')
      if (via.supports?.(transactionsCapability) === false)
        return notChecked('the wallet of the rig cannot send')
      const drafts = [
        (await prepare(intent.amount / 7n)).draft,
        (await prepare(intent.amount / 9n)).draft,
      ]
      const { prompts } = wallet
      const isOver = new TestingError('DECLINED', 'The page is over.')
      const beforeRequest = () => {
        throw isOver
      }
      const refused = await sendAll(via, from, drafts, never(), { beforeRequest }).catch(
        error => error,
      )
      expect(wallet.prompts, 'no prompt after `beforeRequest` has thrown').toBe(prompts)
      if (isUnable(refused)) return notChecked('the wallet of the rig cannot send several at once')
      expect(refused, 'what `beforeRequest` throws is rethrown').toBe(isOver)
      wallet.policy = 'decline'
      await expectDeclined(sendAll(via, from, drafts, never()), 'DECLINED')
      wallet.policy = 'approve'
      const before = wallet.prompts
      const { hash } = await sendAll(via, from, drafts, never())
      expect(hash).toBeTruthy()
      expect(wallet.prompts - before, 'the wallet prompts once').toBe(1)
      return undefined
    },
  ),
  transferCheck(
    'give up sending',
    'ends an aborted transaction request',
    async ({ wallet, sender, via, from, prepare }) => {
      if (via.supports?.(transactionsCapability) === false)
        return notChecked('the wallet of the rig cannot send')
      const { draft } = await prepare()
      await giveUp(wallet, signal => sender.send(via, from, draft, signal))
      return undefined
    },
  ),
]

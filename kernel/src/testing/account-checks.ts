/** Checks of a chain with a connected wallet: switching, signing, reading and moving coins. */
import { expect } from 'vitest'
import type { Account } from '../contracts/account/index.js'
import {
  balancesCapability,
  messagesCapability,
  networksCapability,
  nftsCapability,
  type SignInFields,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '../contracts/capabilities/index.js'
import { chainsSlot, networkOf, parseAssetId } from '../contracts/chain/index.js'
import type { WalletReport } from '../contracts/connector-kit/index.js'
import type { ChainCheck } from './chain-rig.js'
import {
  type Connected,
  expectDeclined,
  expectGivenUp,
  isUnable,
  never,
  type WalletBench,
  walletCheck,
} from './check-bench.js'

export const greeting = 'Portico says hello, ünïcode and all'

/** A check of messages, with the chain's capability. */
const messageCheck = (
  id: string,
  name: string,
  run: (
    bench: WalletBench &
      Connected & {
        readonly offer: NonNullable<ReturnType<typeof offerOf>>
        readonly other: Account | undefined
      },
  ) => Promise<'unsupported' | undefined>,
) =>
  walletCheck(id, name, async bench => {
    const offer = offerOf(bench)
    if (!offer) return 'unsupported'
    return bench.connected(made =>
      run({ ...bench, ...made, offer, other: strangerOf(bench, made.from) }),
    )
  })
const offerOf = ({ offered }: WalletBench) => offered(messagesCapability)
/** An account that did not sign: the recipient of the transfer. */
const strangerOf = (
  { rig }: WalletBench,
  { namespace, type, connection }: Account,
): Account | undefined => rig.transfer && { namespace, address: rig.transfer.to, type, connection }

/** Aborts a request to a wallet that does not respond. */
async function giveUp(
  wallet: WalletBench['wallet'],
  start: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { prompts, listeners } = wallet
  wallet.policy = 'hang'
  await expectGivenUp(start, () => wallet.prompts > prompts)
  expect(wallet.listeners, 'and leaves no listener at the wallet').toBe(listeners)
  wallet.policy = 'approve'
}

/** A CAIP-122 message of the chain's name and the fields. */
function signInText(
  chain: string,
  { domain, address, statement, uri, version, chainId, nonce, issuedAt }: SignInFields,
): string {
  const [, reference] = chainId.split(':')
  const head = `${domain} wants you to sign in with your ${chain} account:\n${address}`
  return `${head}\n\n${statement}\n\nURI: ${uri}\nVersion: ${version}\nChain ID: ${reference}\nNonce: ${nonce}\nIssued At: ${issuedAt}`
}

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
  ) => Promise<'unsupported' | undefined>,
) =>
  walletCheck(id, name, async bench => {
    const { rig } = bench
    const offer = transfersOf(bench)
    const sender = senderOf(bench)
    if (!offer || !sender) return 'unsupported'
    if (!rig.transfer) expect.fail('the chain offers transfers: the rig has to name one')
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

/** In the order in which a person meets them. */
export const accountChecks: readonly ChainCheck[] = [
  walletCheck('switch', 'switches the network', async ({ kernel, rig, offered, connected }) =>
    connected(async ({ walletSession, via }) => {
      if (via.supports?.(networksCapability) === false) return 'unsupported'
      const { otherNetwork } = rig
      if (!otherNetwork) {
        expect(
          kernel.items(chainsSlot).flatMap(chain => chain.networks),
          'the chain has several networks: the rig has to name another one',
        ).toHaveLength(1)
        return 'unsupported'
      }
      const reports: (WalletReport | undefined)[] = []
      const stop = walletSession.watch(report => void reports.push(report))
      for (const network of [otherNetwork, rig.network]) {
        await offered(networksCapability, network)?.switch(via, network, never())
        await expect
          .poll(() => reports.at(-1)?.network, {
            timeout: 5_000,
            message: 'the line reports the network that it was switched to',
          })
          .toBe(network)
      }
      stop()
      return undefined
    }),
  ),
  messageCheck('sign', 'signs a text with one prompt', async ({ wallet, offer, via, from }) => {
    const prompts = wallet.prompts
    const signed = await offer.sign(via, from, greeting, never())
    expect(signed).toMatchObject({
      signature: expect.stringMatching(/./),
      scheme: expect.stringMatching(/./),
    })
    expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
    return undefined
  }),
  messageCheck(
    'verify',
    'verifies its own signature and no other',
    async ({ offer, via, from, other }) => {
      const signed = await offer.sign(via, from, greeting, never())
      expect(
        await offer.verify(from, greeting, signed, never()),
        'its own signature verifies',
      ).toBe(true)
      expect(
        await offer.verify(from, 'Portico says farewell', signed, never()),
        'that of another text does not',
      ).toBe(false)
      if (other)
        expect(
          await offer.verify(other, greeting, signed, never()),
          'nor that of another account',
        ).toBe(false)
      return undefined
    },
  ),
  messageCheck(
    'decline to sign',
    'passes on a rejected signature',
    async ({ wallet, offer, via, from }) => {
      wallet.policy = 'decline'
      await expectDeclined(offer.sign(via, from, 'no', never()), 'DECLINED')
      wallet.policy = 'approve'
      return undefined
    },
  ),
  messageCheck(
    'give up signing',
    'ends an aborted signature request',
    async ({ wallet, offer, via, from }) => {
      await giveUp(wallet, signal => offer.sign(via, from, greeting, signal))
      return undefined
    },
  ),
  messageCheck(
    'several signers',
    'signs with each account for itself',
    async ({ wallet, offer, via, walletSession }) => {
      const [first, second] = via.accounts
      if (!first || !second) return 'unsupported'
      expect(walletSession.report.accounts.length).toBe(via.accounts.length)
      wallet.policy = 'approve'
      const signed = await offer.sign(via, second, greeting, never())
      expect(
        await offer.verify(second, greeting, signed, never()),
        'the second account signed',
      ).toBe(true)
      expect(await offer.verify(first, greeting, signed, never()), 'and not the first').toBe(false)
      return undefined
    },
  ),
  messageCheck(
    'sign in',
    'signs in with one prompt, and a message of this site, account and time',
    async ({ kernel, wallet, offer, via, from }) => {
      const fields: SignInFields = {
        domain: 'portico.example',
        address: from.address,
        uri: 'https://portico.example/login',
        version: '1',
        chainId: via.network,
        nonce: 'k3XrZ0bQ9dYwLm2T',
        issuedAt: '2026-01-02T03:04:05.000Z',
        statement: 'Sign in to Portico.',
      }
      const prompts = wallet.prompts
      const own = await offer.signIn?.(via, from, fields, never())
      const text = own?.text ?? signInText(kernel.items(chainsSlot)[0]?.name ?? '', fields)
      const signed = own ?? (await offer.sign(via, from, text, never()))
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
      for (const word of [fields.domain, fields.address, fields.nonce])
        expect(text, 'names the site, the account and the nonce').toContain(word)
      expect(await offer.verify(from, text, signed, never()), 'it verifies').toBe(true)
      expect(
        await offer.verify(from, text.replace(fields.nonce, 'k3XrZ0bQ9dYwLm2U'), signed, never()),
        'and not for another nonce',
      ).toBe(false)
      return undefined
    },
  ),
  walletCheck(
    'balance',
    'reads the native balance in base units',
    async ({ rig, offered, connected }) => {
      const offer = offered(balancesCapability)
      if (!offer) return 'unsupported'
      return connected(async ({ from }) => {
        const balance = await offer.native(from, rig.network, never())
        expect(balance.token).toMatchObject({ asset: 'native', network: rig.network })
        expect(typeof balance.amount).toBe('bigint')
        if (rig.balance !== undefined)
          expect(balance.amount, 'as much as the rig says that the account owns').toBe(rig.balance)
        return undefined
      })
    },
  ),
  walletCheck(
    'nfts',
    'lists NFTs of its own network, in whole numbers, page by page',
    async ({ rig, offered, connected }) => {
      const offer = offered(nftsCapability)
      if (!offer) return 'unsupported'
      return connected(async ({ from }) => {
        const seen = new Set<string>()
        const cursors = new Set<string>()
        let cursor: string | undefined
        do {
          const page = await offer.page(
            from,
            rig.network,
            { collections: [], ...(cursor && { cursor }) },
            never(),
          )
          // It has no list of its own, and no collection was given.
          if (!page) return 'unsupported'
          for (const { asset, network, tokenId, amount } of page.items) {
            expect(network).toBe(rig.network)
            expect(parseAssetId(asset)?.network, 'named in the words of CAIP-19').toBe(rig.network)
            expect(tokenId).toBeTruthy()
            expect(typeof amount === 'bigint' && amount > 0n, 'whole pieces').toBe(true)
            expect(seen.has(asset), 'each once').toBe(false)
            seen.add(asset)
          }
          cursor = page.next
          expect(cursor !== undefined && cursors.has(cursor), 'a page leads on').toBe(false)
          if (cursor) cursors.add(cursor)
        } while (cursor)
        return undefined
      })
    },
  ),
  transferCheck(
    'draft',
    'drafts a transfer in a dialect that it can send itself',
    async ({ rig, sender, intent, prepare }) => {
      const prepared = await prepare()
      expect(sender.dialects, 'the draft is in a dialect of the sender').toContain(
        prepared.draft.dialect,
      )
      expect(prepared.draft.network).toBe(rig.network)
      expect(prepared.amount).toBe(intent.amount)
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
    async ({ rig, wallet, sender, via, from, prepare }) => {
      const { draft } = await prepare()
      if (via.supports?.(transactionsCapability) === false) {
        const isRefused = await sender.send(via, from, draft, never()).then(() => false, isUnable)
        expect(isRefused, 'a wallet that says it cannot send refuses to').toBe(true)
        return 'unsupported'
      }
      wallet.policy = 'decline'
      await expectDeclined(sender.send(via, from, draft, never()), 'DECLINED')
      wallet.policy = 'approve'
      const prompts = wallet.prompts
      const { hash } = await sender.send(via, from, draft, never())
      expect(hash).toBeTruthy()
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
      if (!sender.confirm) return undefined
      const outcome = await sender.confirm(hash, rig.network, { signal: never() })
      expect(outcome.status).toBe('confirmed')
      expect(
        await sender.confirm(hash, rig.network, { signal: never(), said: outcome }),
        'what was said is answered as it was',
      ).toEqual(outcome)
      return undefined
    },
  ),
  transferCheck(
    'give up sending',
    'ends an aborted transaction request',
    async ({ wallet, sender, via, from, prepare }) => {
      if (via.supports?.(transactionsCapability) === false) return 'unsupported'
      const { draft } = await prepare()
      await giveUp(wallet, signal => sender.send(via, from, draft, signal))
      return undefined
    },
  ),
]

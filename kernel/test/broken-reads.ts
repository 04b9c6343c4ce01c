/** Chains with one fault in what they sign, read from a node, prepare or confirm. */
import {
  type Activity,
  type ActivityEntry,
  activityCapability,
  type Balance,
  type Balances,
  balancesCapability,
  type Messages,
  messagesCapability,
  type PreparedTransfer,
  type Transfers,
  transfersCapability,
} from '../src/contracts/capabilities/index.js'
import type { Token } from '../src/contracts/chain/index.js'
import type { Tamper } from './tally-rig.js'
import { hanging, never, replace, sending } from './tampers.js'

const balance = (change: (made: Balance) => Partial<Balance>): Tamper => ({
  offer: replace(balancesCapability, (own: Balances) => ({
    ...own,
    async native(...ask: Parameters<Balances['native']>) {
      const made = await own.native(...ask)
      return { ...made, ...change(made) }
    },
  })),
})
const balances = (change: (own: Required<Balances>) => object): Tamper => ({
  offer: replace(balancesCapability, (own: Required<Balances>) => ({ ...own, ...change(own) })),
})
const tokens = (change: (list: readonly Balance[]) => readonly unknown[]) =>
  balances(own => ({
    tokens: async (...ask: Parameters<Required<Balances>['tokens']>) =>
      change(await own.tokens(...ask)),
  }))
const token = (change: Partial<Token>): Tamper =>
  balances(own => ({
    token: async (...ask: Parameters<Required<Balances>['token']>) => ({
      ...(await own.token(...ask)),
      ...change,
    }),
  }))
const messages = (change: (own: Required<Messages>) => object): Tamper => ({
  offer: replace(messagesCapability, (own: Required<Messages>) => ({ ...own, ...change(own) })),
})
const verifying = (
  change: (text: string, signature: string) => readonly [text: string, signature: string],
): Tamper =>
  messages(own => ({
    verify(...[from, text, signed, signal]: Parameters<Messages['verify']>) {
      const [changed, signature] = change(text, signed.signature)
      return own.verify(from, changed, { ...signed, signature }, signal)
    },
  }))
const activity = (change: (entry: ActivityEntry) => unknown): Tamper => ({
  offer: replace(activityCapability, ({ page }: Activity) => ({
    async page(...ask: Parameters<Activity['page']>) {
      const made = await page(...ask)
      return { ...made, entries: made.entries.map(change) }
    },
  })),
})
const metadata = (change: object): Tamper =>
  activity(entry => ({ ...entry, metadata: { ...entry.metadata, ...change } }))
/** A chain that prepares what it should refuse. */
const preparing = (isWrong: (intent: Parameters<Transfers['prepare']>[0]) => boolean): Tamper => ({
  offer: replace(transfersCapability, ({ prepare }: Transfers) => ({
    async prepare(...[intent, signal]: Parameters<Transfers['prepare']>) {
      if (!isWrong(intent)) return prepare(intent, signal)
      return { draft: {}, fee: { kind: 'sponsored' }, amount: 1n } as PreparedTransfer
    },
  })),
})

export const brokenReads: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
  [
    'a verifier that ignores blanks at the end',
    'verify',
    verifying((text, own) => [text.trim(), own]),
  ],
  [
    'a verifier that compares a part of the signature',
    'verify',
    messages(() => ({
      verify: async (
        { address }: { readonly address: string },
        text: string,
        { signature }: { readonly signature: string },
      ) => signature !== '' && `${address} wrote ${text}`.startsWith(signature),
    })),
  ],
  [
    'a verifier that asks the wallet',
    'verify',
    messages(own => {
      let last: Parameters<Messages['sign']> | undefined
      return {
        sign(...ask: Parameters<Messages['sign']>) {
          last = ask
          return own.sign(...ask)
        },
        async verify(...ask: Parameters<Messages['verify']>) {
          if (last) await own.sign(...last)
          return own.verify(...ask)
        },
      }
    }),
  ],
  [
    'a signature that is requested after its signal has aborted',
    'aborted before',
    messages(own => ({
      sign: (...[via, from, text]: Parameters<Messages['sign']>) =>
        own.sign(via, from, text, never),
    })),
  ],
  [
    'typed data that is signed without the wallet',
    'typed data',
    messages(() => ({ signTyped: async () => ({ signature: 'forged', scheme: 'tally' }) })),
  ],
  [
    'a rejection of typed data without the code DECLINED',
    'typed data',
    messages(own => ({
      signTyped: (...ask: Parameters<Required<Messages>['signTyped']>) =>
        own.signTyped(...ask).catch(() => Promise.reject(new TypeError('failed'))),
    })),
  ],
  ['a balance below zero', 'balance', balance(() => ({ amount: -100n }))],
  [
    'a balance in other decimals than those of the network',
    'balance',
    balance(({ token }) => ({ token: { ...token, decimals: 9 } })),
  ],
  [
    'a balance of which more can be sent than there is',
    'balance',
    balance(({ amount }) => ({ spendable: amount + 1n })),
  ],
  [
    'a token of another network',
    'tokens',
    tokens(list => list.map(one => ({ ...one, token: { ...one.token, network: 'tally:side' } }))),
  ],
  [
    'a token without a CAIP-19 id',
    'tokens',
    tokens(list => list.map(one => ({ ...one, token: { ...one.token, asset: 'stone1' } }))),
  ],
  ['a token that is listed twice', 'tokens', tokens(list => [...list, ...list])],
  [
    'an amount of a token as a number',
    'tokens',
    tokens(list => list.map(one => ({ ...one, amount: 2.5 }))),
  ],
  [
    'a token behind any text',
    'token',
    balances(own => ({
      token: (_text: string, ...ask: [network: Token['network'], signal: AbortSignal]) =>
        own.token('stone1', ...ask),
    })),
  ],
  [
    'a token of another namespace than the chain names',
    'token',
    token({ asset: 'tally:main/coin:stone1' }),
  ],
  ['a token whose decimals are unknown', 'token', token({ decimals: Number.NaN })],
  [
    'tokens with addresses and no namespace for them',
    'token',
    balances(() => ({ tokenNamespace: undefined })),
  ],
  ['an entry of the history without a time', 'activity', metadata({ minedAt: 'yesterday' })],
  ['an entry of the history of another network', 'activity', metadata({ chain: 'tally:side' })],
  ['an entry of the history with an invented status', 'activity', metadata({ status: 'done' })],
  [
    'entries of the history that share an id',
    'activity',
    activity(entry => ({ ...entry, id: 'entry' })),
  ],
  [
    'an amount in the history that was rounded',
    'activity',
    activity(entry => ({ ...entry, transfers: [{ quantity: { numeric: '1.5e-7' } }] })),
  ],
  [
    'a page of the history whose next page is itself',
    'activity',
    {
      offer: replace(activityCapability, () => ({
        page: async () => ({ entries: [], next: '1' }),
      })),
    },
  ],
  ['a transfer to what is no address', 'recipient', preparing(({ to }) => to === 'bob')],
  [
    'a transfer of an asset of another network',
    'recipient',
    preparing(({ asset }) => asset !== 'native'),
  ],
  ['a transfer of more than there is', 'funds', preparing(({ amount }) => Number(amount) > 100)],
  ['a transfer of an amount below zero', 'funds', preparing(({ amount }) => Number(amount) < 0)],
  [
    'a draft of another chain that is sent',
    'foreign draft',
    sending(() => ({ send: async () => ({ hash: 'tally:main#1' }) })),
  ],
  [
    'a confirm that answers without looking',
    'confirm',
    sending(() => ({
      confirm: async (_hash, _network, { said }) => said ?? { status: 'confirmed' },
    })),
  ],
  [
    'a confirm that ignores the hash',
    'confirm',
    sending(() => ({
      async confirm(_hash, _network, { said, signal, whenVisible }) {
        await whenVisible?.(signal)
        return said ?? { status: 'confirmed' }
      },
    })),
  ],
  [
    'a confirm that ignores what was said before',
    'confirm',
    sending(own => ({
      confirm: (hash, network, { said: _said, ...options }) => own.confirm(hash, network, options),
    })),
  ],
  [
    'a confirm that looks while the page is hidden',
    'confirm',
    sending(own => ({
      confirm: (hash, network, { whenVisible: _wait, ...options }) =>
        own.confirm(hash, network, options),
    })),
  ],
  [
    'a confirm that outlives its signal',
    'confirm',
    sending(own => ({
      async confirm(hash, network, options) {
        const outcome = await own.confirm(hash, network, options)
        return outcome.status === 'expired' ? hanging() : outcome
      },
    })),
  ],
  [
    'a bundle that asks the wallet although the page said no',
    'several at once',
    sending(own => ({
      async sendAll(via, from, drafts, signal, bundle) {
        const sent = await own.sendAll(via, from, drafts, signal)
        bundle?.beforeRequest?.()
        return sent
      },
    })),
  ],
  [
    'a bundle that asks once for each transaction',
    'several at once',
    sending(own => ({
      async sendAll(via, from, drafts, signal, bundle) {
        const first = await own.sendAll(via, from, drafts.slice(0, 1), signal, bundle)
        await own.sendAll(via, from, drafts.slice(1), signal, bundle)
        return first
      },
    })),
  ],
]

/** Chains that break one promise each about pending transactions. */
import type { Account } from '../src/contracts/account/index.js'
import type { Replacement, Transactions } from '../src/contracts/capabilities/index.js'
import type { Tamper } from './tally-rig.js'
import { never, sending } from './tampers.js'

type Own = Required<Transactions>
type Broken = readonly (readonly [fault: string, check: string, tamper: Tamper])[]

/** Changes each replacement that the chain offers. */
const offering = (change: (one: Replacement) => object): Tamper =>
  sending(({ replacements }) => ({
    replacements: async (...ask) =>
      (await replacements(...ask)).map(one => ({ ...one, ...change(one) })),
  }))
/** Offers the draft of one kind for both. */
const drafting = (kind: Replacement['kind']): Tamper =>
  sending(({ replacements }) => ({
    async replacements(...ask) {
      const all = await replacements(...ask)
      const draft = all.find(one => one.kind === kind)?.draft
      return all.map(one => ({ ...one, ...(draft && { draft }) }))
    },
  }))
/** Replaces a part of the capability, and knows what was sent last. */
const afterSending = (
  change: (
    own: Own,
    last: { readonly from?: Account; readonly hash?: string; again?(): Promise<unknown> },
  ) => Partial<Transactions>,
): Tamper =>
  sending(own => {
    const last: { from?: Account; hash?: string; again?(): Promise<unknown> } = {}
    return {
      async send(...ask) {
        const sent = await own.send(...ask)
        Object.assign(last, { from: ask[1], hash: sent.hash, again: () => own.send(...ask) })
        return sent
      },
      ...change(own, last),
    }
  })
const replacing = (
  replace: (own: Own, ...ask: Parameters<Own['replace']>) => ReturnType<Own['replace']>,
): Tamper => sending(own => ({ replace: (...ask) => replace(own, ...ask) }))

export const brokenReplacements: Broken = [
  [
    'a chain that offers replace without replacements',
    'replacements',
    sending(() => ({ replacements: undefined })),
  ],
  [
    'a chain that offers replacements without replace',
    'replacements',
    sending(() => ({ replace: undefined })),
  ],
  [
    'a pending transfer that cannot be replaced',
    'replacements',
    sending(() => ({ replacements: async () => [] })),
  ],
  ['two replacements of one kind', 'replacements', offering(() => ({ kind: 'cancel' }))],
  [
    'a replacement of an unknown kind',
    'replacements',
    offering(({ kind }) => (kind === 'cancel' ? { kind: 'stop' } : {})),
  ],
  [
    'a replacement on another network',
    'replacements',
    offering(({ draft }) => ({ draft: { ...draft, network: 'tally:side' } })),
  ],
  [
    'a replacement in an unknown dialect',
    'replacements',
    offering(({ draft }) => ({ draft: { ...draft, dialect: 'other/thing' } })),
  ],
  [
    'a fee of a replacement that is a floating number',
    'replacements',
    offering(() => ({ fee: { kind: 'native', amount: 1.5 } })),
  ],
  [
    'a chain that prompts to read the replacements',
    'replacements',
    afterSending(({ replacements }, last) => ({
      async replacements(...ask) {
        await last.again?.()
        return replacements(...ask)
      },
    })),
  ],
  [
    'a chain that replaces transactions of other accounts',
    'replacements',
    afterSending(({ replacements }, last) => ({
      replacements: (from, ...ask) => replacements(last.from ?? from, ...ask),
    })),
  ],
  [
    'a chain that replaces unknown transactions',
    'replacements',
    afterSending(({ replacements }, last) => ({
      replacements: (from, hash, ...ask) => replacements(from, last.hash ?? hash, ...ask),
    })),
  ],
  [
    'a chain that replaces transactions that are not pending any more',
    'replacements',
    sending(({ replacements }) => {
      const before = new Map<string, readonly Replacement[]>()
      return {
        async replacements(from, hash, ...ask) {
          const now = await replacements(from, hash, ...ask)
          if (now.length) before.set(`${from.address} ${hash}`, now)
          return before.get(`${from.address} ${hash}`) ?? now
        },
      }
    }),
  ],
  ['a cancellation that pays', 'cancel', drafting('speedUp')],
  [
    'a cancellation that prompts twice',
    'cancel',
    replacing(async ({ replace }, ...ask) => {
      await replace(...ask)
      return replace(...ask)
    }),
  ],
  [
    'a cancellation that asks the wallet after its signal has aborted',
    'cancel',
    replacing(({ replace }, via, from, option) => replace(via, from, option, never)),
  ],
  [
    'a cancellation that succeeds although the person rejected it',
    'cancel',
    replacing(({ replace }, via, from, option, signal) =>
      replace(via, from, option, signal).catch(error => {
        if (signal.aborted) throw error
        return { hash: 'tally:main#9', isSure: true }
      }),
    ),
  ],
  [
    'a cancellation that rejects with the error of the wallet',
    'cancel',
    replacing(({ replace }, ...ask) =>
      replace(...ask).catch(error => {
        throw error?.code === 'DECLINED' ? error.cause : error
      }),
    ),
  ],
  [
    'a cancellation with the hash of what it cancels',
    'cancel',
    afterSending(({ replace }, last) => ({
      async replace(...ask) {
        const made = await replace(...ask)
        return { ...made, hash: last.hash ?? made.hash }
      },
    })),
  ],
  [
    'a cancellation that is never sure',
    'cancel',
    replacing(async ({ replace }, ...ask) => ({ ...(await replace(...ask)), isSure: false })),
  ],
  [
    'a cancellation that is sent beside the pending transfer',
    'cancel',
    replacing(async ({ send }, via, from, { draft }, signal) => ({
      ...(await send(via, from, draft, signal)),
      isSure: true,
    })),
  ],
  [
    'a replaced transfer that is reported as confirmed',
    'cancel',
    sending(({ confirm }) => ({
      async confirm(...ask) {
        const outcome = await confirm(...ask)
        return outcome.status === 'replaced' ? { status: 'confirmed' } : outcome
      },
    })),
  ],
  ['a speed-up that pays nothing', 'speed up', drafting('cancel')],
  [
    'a speed-up that pays twice',
    'speed up',
    replacing(async ({ replace, send }, via, from, option, signal) => {
      const made = await replace(via, from, option, signal)
      await send(via, from, option.draft, signal)
      return made
    }),
  ],
]

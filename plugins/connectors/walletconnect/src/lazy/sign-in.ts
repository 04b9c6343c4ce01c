/** Signing in with the same approval as the session (CAIP-222): asked for where a plugin fills `sessionSignIns`, and every chain's wallets know how. */
import { unlessAborted, withTimeout } from '@portico/kernel'
import {
  type AccountId,
  activeNetwork,
  type Cacao,
  isNetworkId,
  type NetworkId,
  remoteSessions,
  type SessionSignInRequest,
  sessionSignIns,
} from '@portico/kernel/contracts'
import * as v from 'valibot'
import { WalletConnectError } from '../errors.js'
import type { Asked } from '../options.js'
import { read } from '../reading.js'
import type { WalletConnectContext } from '../refs.js'
import type { WalletSession } from './wallet-session.js'

/** Milliseconds that a link waits for what is to be signed: then it comes without. */
const patience = 3_000
/** Nobody signs in with more accounts at once. */
const mostSigned = 16

/** What a link asks for beside a session. The person's own network comes first. */
export interface AskedSignIn extends SessionSignInRequest {
  readonly networks: readonly NetworkId[]
}
/** What came back beside a session: the object, and the text that its signature is over. */
export interface Signed {
  readonly cacao: unknown
  readonly text: string
}

const words = (most: number) => v.pipe(v.string(), v.maxLength(most))
const signed = v.object({
  text: words(16_384),
  cacao: v.looseObject({
    h: v.looseObject({ t: words(32) }),
    p: v.looseObject({ iss: words(256) }),
    s: v.looseObject({ t: words(32), s: words(16_384), m: v.exactOptional(words(16_384)) }),
  }),
})

export function createSignIn(context: WalletConnectContext) {
  const { report } = context
  return {
    /** What the next link asks for; undefined: a session alone. */
    async request(asked: Asked, signal: AbortSignal): Promise<AskedSignIn | undefined> {
      const [item] = context.items(sessionSignIns)
      const [[namespace, { chains }] = ['', { chains: [] }], ...others] = Object.entries(asked)
      if (!item || others.length) return undefined
      try {
        if (!(await context.capability(remoteSessions, namespace)?.scope())?.signsIn) return undefined
        const now = activeNetwork(context, namespace)
        const [first, ...rest] = [...chains].sort((a, b) => Number(b === now) - Number(a === now))
        const request = first && (await withTimeout(within => item.request([first, ...rest], within), patience, signal))
        return request && { ...request, networks: [first, ...rest] }
      } catch (error) {
        signal.throwIfAborted()
        report(error)
        return undefined
      }
    },
    /** Hands over what the wallet signed along with a session. What is unsound, or not accepted, is reported: the session stands without it. */
    async receive(settled: unknown, session: WalletSession, signal: AbortSignal): Promise<void> {
      const [item] = context.items(sessionSignIns)
      const found = read(settled, 'signed')
      for (const one of Array.isArray(found) ? found.slice(0, mostSigned) : []) {
        try {
          const parsed = v.safeParse(signed, one)
          const account = parsed.success && accountOf(parsed.output.cacao.p.iss, session)
          if (!parsed.success || !account) throw new WalletConnectError('SESSION_ACCOUNT')
          const { text, cacao } = parsed.output
          await unlessAborted((async () => item?.receive({ account, text, signature: cacao.s.s, scheme: cacao.s.t, cacao: cacao as Cacao }, signal))(), signal)
        } catch (error) {
          signal.throwIfAborted()
          report(error)
        }
      }
    },
  }
}

/** Who signed (did:pkh), where the session has that account. */
function accountOf(issuer: string, session: WalletSession): AccountId | undefined {
  const [, network = '', address = ''] = /^did:pkh:([^:]+:[^:]+):([^:]+)$/.exec(issuer) ?? []
  const accounts = Object.values(session.namespaces).flatMap(one => one.accounts)
  return isNetworkId(network) ? accounts.find(one => one === `${network}:${address}`) : undefined
}

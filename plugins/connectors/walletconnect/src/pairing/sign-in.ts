/**
 * Requests a sign-in along with the session (CAIP-222).
 * It is requested where a plugin fills `sessionSignIns` and the wallets of every chain support it.
 */
import { unlessAborted, withTimeout } from '@portico/kernel'
import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { type AccountId, isNetworkId, type NetworkId } from '@portico/kernel/chain'
import {
  activeNetwork,
  type Cacao,
  type SessionSignInRequest,
  sessionSignInsSlot,
} from '@portico/kernel/session'
import * as v from 'valibot'
import { WalletConnectError } from '../errors.js'
import type { RequestedNamespaces } from '../options.js'
import { read } from '../reading.js'
import type { WalletConnectContext } from '../refs.js'
import type { PairedSession } from './paired-session.js'

/** Milliseconds that a link waits for the text to sign. After that the link comes without it. */
const timeoutMs = 3_000
/** Upper limit of the accounts in one sign-in. */
const mostSigned = 16

/** What a link requests beside a session. The person's own network comes first. */
export interface SignInRequest extends SessionSignInRequest {
  readonly networks: readonly NetworkId[]
}
/** What a wallet returned beside a session: the object, and the text that its signature covers. */
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
    /** Returns what the next link requests; undefined for a session alone. */
    async request(
      requested: RequestedNamespaces,
      signal: AbortSignal,
    ): Promise<SignInRequest | undefined> {
      const [item] = context.items(sessionSignInsSlot)
      const [[namespace, { chains }] = ['', { chains: [] }], ...others] = Object.entries(requested)
      if (!item || others.length) return undefined
      try {
        if (!(await context.capability(remoteSessionsCapability, namespace)?.scope())?.signsIn)
          return undefined
        const now = activeNetwork(context, namespace)
        const [first, ...rest] = [...chains].sort((a, b) => Number(b === now) - Number(a === now))
        const request =
          first &&
          (await withTimeout(within => item.request([first, ...rest], within), timeoutMs, signal))
        return request && { ...request, networks: [first, ...rest] }
      } catch (error) {
        signal.throwIfAborted()
        report(error)
        return undefined
      }
    },
    /**
     * Passes on what the wallet signed along with a session.
     * An invalid or rejected sign-in is reported, and the session stays without it.
     */
    async receive(settled: unknown, session: PairedSession, signal: AbortSignal): Promise<void> {
      const [item] = context.items(sessionSignInsSlot)
      const found = read(settled, 'signed')
      for (const one of Array.isArray(found) ? found.slice(0, mostSigned) : []) {
        try {
          const parsed = v.safeParse(signed, one)
          const account = parsed.success && accountOf(parsed.output.cacao.p.iss, session)
          if (!parsed.success || !account) throw new WalletConnectError('SESSION_ACCOUNT')
          const { text, cacao } = parsed.output
          await unlessAborted(
            (async () =>
              item?.receive(
                { account, text, signature: cacao.s.s, scheme: cacao.s.t, cacao: cacao as Cacao },
                signal,
              ))(),
            signal,
          )
        } catch (error) {
          signal.throwIfAborted()
          report(error)
        }
      }
    },
  }
}

/** Returns the account that signed (did:pkh), where the session has that account. */
function accountOf(issuer: string, session: PairedSession): AccountId | undefined {
  const [, network = '', address = ''] = /^did:pkh:([^:]+:[^:]+):([^:]+)$/.exec(issuer) ?? []
  const accounts = Object.values(session.namespaces).flatMap(one => one.accounts)
  return isNetworkId(network) ? accounts.find(one => one === `${network}:${address}`) : undefined
}

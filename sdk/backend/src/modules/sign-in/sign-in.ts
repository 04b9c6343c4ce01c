import { createSignInHandler, type SignInHandler } from '@portico/plugin-siwx/server'
import { NodeRefusal, SiwxError } from '@portico/plugin-siwx/verify'
import type { Chains } from '../../chains/open-chains.js'
import type { AccountRequests } from '../../history/followed-accounts.js'
import { type Log, reasonOf } from '../../log.js'
import type { SignInConfiguration } from './options.js'
import type { SignInStore } from './sign-in-store.js'

/**
 * Signs browsers in and out at the sites of the configuration. `host` is what the request says that
 * it was sent to. Never rejects.
 */
export type SignIn = (request: Request, host: string | undefined) => Promise<Response>

const dayMs = 86_400_000

/**
 * The handler of `@portico/plugin-siwx/server` for each site, over one store. Contract
 * signatures are verified on the configured chains.
 */
export function createSignIn(
  configuration: SignInConfiguration,
  { nonces, sessions: stored }: SignInStore,
  chains: Chains,
  log: Log,
  accounts: Pick<AccountRequests, 'signIn'>,
): SignIn {
  const { domains, networks, keepDays, secure } = configuration
  const sessions: SignInStore['sessions'] = {
    ...stored,
    async add(key, session) {
      await stored.add(key, session)
      for (const chain of chains.of(session.address)) {
        const address = chain.readAddress(session.address)
        if (address) accounts.signIn(chain.id, address)
      }
    },
  }
  const handlers = new Map<string, SignInHandler>()
  const isOurs = (domain: string) =>
    domains.some(
      ours => ours === domain || (ours.endsWith(':*') && domain.replace(/\d{1,5}$/, '*') === ours),
    )
  const handlerOf = (domain: string): SignInHandler => {
    const found = handlers.get(domain)
    if (found) return found
    const handler = createSignInHandler({
      domain,
      nonces,
      sessions,
      ...(networks && {
        networks: networks as NonNullable<Parameters<typeof createSignInHandler>[0]['networks']>,
      }),
      async rpc({ network, method, params, signal }) {
        const rpc = network.startsWith('eip155:') ? chains.rpc(network) : undefined
        if (!rpc) throw new SiwxError('RPC_MISSING')
        const [answer] = await rpc.batch([{ method, params }], signal)
        if (answer && 'refusal' in answer) throw new NodeRefusal(answer.refusal)
        return answer?.result
      },
      lifetime: keepDays * dayMs,
      cookie: { secure },
      report: error => log.info('sign-in-refused', { reason: reasonOf(error) }),
    })
    // A site with any port has as many handlers as there are ports in requests.
    if (handlers.size < 100) handlers.set(domain, handler)
    return handler
  }

  return async (request, host) => {
    const origin = request.headers.get('origin')
    const domain = origin === null ? host?.toLowerCase() : hostOf(origin)
    if (domain !== undefined && isOurs(domain)) return handlerOf(domain)(request)
    return Response.json(
      { error: 'ORIGIN' },
      { status: 403, headers: { 'cache-control': 'no-store' } },
    )
  }
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

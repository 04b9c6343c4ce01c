import { createApprovals, type PendingRequest } from '@portico/mock-wallets'
import { WalletKit } from '@reown/walletkit'
import { PocketError, PocketRefusal, type Reason, reasonOf } from './errors.js'
import { createKeyrings } from './keyrings/create-keyrings.js'
import { type ChainId, type Keyring, namespaceOf, referenceOf } from './keyrings/keyring.js'
import {
  approved,
  chainsOf,
  type Namespaces,
  type Offer,
  type Proposal,
  regranted,
  requestedChains,
} from './namespaces.js'
import type { PocketOptions } from './options.js'
import { readPairingLink } from './pairing-link.js'
import { endCore, handleSessionEndOnce, quietCore } from './quiet-core.js'
import type {
  Pocket,
  PocketCall,
  PocketNews,
  PocketPeer,
  PocketQuestion,
  PocketSession,
} from './remote-control.js'
import { signIn } from './sign-in.js'

/**
 * Starts a wallet on WalletConnect's own kit for wallets. It signs for real with the given keys,
 * sends to the given endpoints, and contacts no other host but its relay. Runs in Node and in
 * pages.
 *
 * @throws PocketError for a chain without keys
 */
export async function createPocket(options: PocketOptions): Promise<Pocket> {
  const {
    name = 'Pocket',
    storage = 'memory',
    prefix = storage === 'page' ? 'pocket' : `pocket-${crypto.randomUUID()}`,
    policy,
    chains: known,
  } = options
  const state = {
    chains: Object.keys(known) as ChainId[],
    offered: Object.keys(known) as readonly ChainId[],
    hasEnded: false,
  }
  const shown = new Map<string, readonly number[]>()
  const active = new Map(
    (options.active ?? []).flatMap(chain =>
      chain in known ? [[namespaceOf(chain), chain] as const] : [],
    ),
  )
  const calls: PocketCall[] = []
  const news: PocketNews[] = []
  const troubles: unknown[] = []
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const keyrings = createKeyrings(options, name, async (chain, url) => {
    if (!state.chains.includes(chain))
      Object.assign(state, { chains: [...state.chains, chain], offered: [...state.offered, chain] })
    if (url !== undefined || active.get('eip155') !== chain) await switchChain(chain)
  })
  const approvals = createApprovals(
    policy,
    {
      rejected: () => new PocketRefusal(5000, 'User rejected.'),
      busy: () => new PocketRefusal(-32002, 'Request already pending.'),
    },
    changed,
  )
  await Promise.all([...keyrings.values()].map(({ ready }) => ready))
  for (const [namespace, wanted] of Object.entries(options.shown ?? {})) {
    const there = wanted.filter(
      index => index in (options.keys[namespace as keyof PocketOptions['keys']] ?? []),
    )
    if (there.length) shown.set(namespace, there)
  }
  const core = await quietCore({
    relayUrl: options.relayUrl,
    prefix,
    storage,
    resendAfterMs: options.resendAfterMs,
  })
  const metadata = {
    name,
    description: 'A wallet for tests',
    url: 'http://127.0.0.1',
    icons: [...(options.icons ?? [])],
  }
  const kit = await WalletKit.init({ core, metadata, signConfig: { disableRequestQueue: true } })
  // The kit gives its client a logger that writes every refusal to the console.
  kit.engine.signClient.logger.level = 'silent'
  handleSessionEndOnce(kit.engine.signClient)

  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      troubles.push(error)
    }
    changed()
  }
  const keyringOf = (chain: string): Keyring => {
    const keyring = keyrings.get(namespaceOf(chain as ChainId))
    if (!keyring) throw new PocketRefusal(5100, `Unsupported chain ${chain}`)
    return keyring
  }
  const know = (chain: ChainId) => {
    if (!state.chains.includes(chain))
      throw new PocketError(`${name} does not know ${chain}: it knows ${state.chains.join(', ')}.`)
  }
  const shownOf = (namespace: string) => shown.get(namespace) ?? [0]
  const accounts = (chain: ChainId) => {
    const addresses = keyringOf(chain).addresses(chain)
    return shownOf(namespaceOf(chain)).flatMap(index =>
      addresses[index] === undefined ? [] : [`${chain}:${addresses[index]}`],
    )
  }
  const activeOf = (namespace: string) =>
    active.get(namespace) ?? state.chains.find(chain => namespaceOf(chain) === namespace)
  const offer = (): Offer => ({ chains: state.offered, keyrings, accounts })
  const sessions = (): readonly PocketSession[] =>
    Object.values(kit.getActiveSessions()).map(({ topic, peer, namespaces, expiry }) => ({
      topic,
      peer: peerOf(peer.metadata),
      namespaces,
      expiry,
    }))

  // The kit emits a request twice when the relay delivers it twice, and after a restart.
  const seen = new Set<number>()
  const isNew = (id: number): boolean => {
    const { size } = seen
    return seen.add(id).size > size
  }
  const propose = async (id: number, proposal: Proposal): Promise<void> => {
    if (!isNew(id)) return
    const params = {
      from: peerOf(proposal.proposer.metadata),
      chains: requestedChains(proposal),
      params: proposal,
    }
    try {
      const granted = (await approvals.decide(
        { method: 'session_proposal', params, asks: true },
        () => approved(proposal, offer()),
      )) as Namespaces
      await attempt(() =>
        kit.approveSession({ id, namespaces: granted, sessionProperties: propertiesOf(granted) }),
      )
    } catch (error) {
      await attempt(() => kit.rejectSession({ id, reason: reasonOf(error) }))
    }
  }
  const propertiesOf = (granted: Namespaces): Record<string, string> => {
    const entries = Object.values(granted ?? {}).flatMap(namespace =>
      chainsOf(namespace).slice(0, 1),
    )
    const addresses = (chain: ChainId) =>
      accounts(chain).map(account => account.slice(chain.length + 1))
    return Object.assign(
      {},
      ...entries.map(
        chain => keyrings.get(namespaceOf(chain))?.properties?.(chain, addresses(chain)) ?? {},
      ),
    ) as Record<string, string>
  }

  const serve = async (
    id: number,
    topic: string,
    chain: string,
    { method, params }: { readonly method: string; readonly params: unknown },
  ): Promise<void> => {
    if (!isNew(id)) return
    calls.push({ topic, chain, method, params })
    changed()
    const from = sessions().find(session => session.topic === topic)?.peer ?? { name: '', url: '' }
    const answer = (body: { readonly result: unknown } | { readonly error: Reason }) =>
      attempt(() =>
        kit.respondSessionRequest({
          topic,
          response: { id, jsonrpc: '2.0', ...body } as Parameters<
            typeof kit.respondSessionRequest
          >[0]['response'],
        }),
      )
    try {
      const keyring = keyringOf(chain)
      const asks = !keyring.silent.includes(method)
      const question = { method, params: { from, chains: [chain], params }, asks }
      await answer({
        result: await approvals.decide(question, () =>
          keyring.run({ method, params, chain: chain as ChainId }),
        ),
      })
    } catch (error) {
      await answer({ error: reasonOf(error) })
    }
  }

  const authenticate = async (
    id: number,
    peer: PocketPeer,
    payload: Parameters<typeof signIn>[0],
  ): Promise<void> => {
    const question = {
      method: 'session_authenticate',
      params: { from: peer, chains: payload.chains, params: payload },
      asks: true,
    }
    const chains = state.offered.filter(chain => namespaceOf(chain) === 'eip155')
    try {
      const keyring = keyringOf('eip155')
      const address = keyring.addresses('eip155:1')[shownOf('eip155')[0] ?? 0] ?? ''
      const work = () =>
        signIn(payload, {
          keyring,
          chains,
          address,
          scheme: options.signsIn === 'contract' ? 'eip1271' : 'eip191',
          format: (request, iss) => kit.formatAuthMessage({ request, iss }),
        })
      const auths = (await approvals.decide(question, work)) as Awaited<ReturnType<typeof signIn>>
      if (auths.length === 0) throw new PocketRefusal(5100, 'Unsupported chains.')
      await attempt(() => kit.approveSessionAuthenticate({ id, auths }))
    } catch (error) {
      await attempt(() => kit.rejectSessionAuthenticate({ id, reason: reasonOf(error) }))
    }
  }

  kit.on('session_proposal', ({ id, params }) => void propose(id, params))
  kit.on(
    'session_request',
    ({ id, topic, params: { request, chainId } }) => void serve(id, topic, chainId, request),
  )
  if (options.signsIn)
    kit.on(
      'session_authenticate',
      ({ id, params }) =>
        void authenticate(id, peerOf(params.requester.metadata), params.authPayload),
    )
  const record = (event: string, payload: object) => {
    news.push({ name: event, ...('topic' in payload && { topic: String(payload.topic) }) })
    changed()
  }
  for (const event of ['session_delete', 'proposal_expire', 'session_request_expire'] as const)
    kit.on(event, payload => record(event, payload))
  // The page withdrew its pairing link.
  core.pairing.events.on('pairing_delete', (payload: { readonly topic: string }) =>
    record('pairing_delete', payload),
  )

  // Requests that were pending when the page was closed.
  for (const proposal of Object.values(kit.getPendingSessionProposals()))
    void propose(proposal.id, proposal)
  for (const { id, topic, params } of kit.getPendingSessionRequests())
    void serve(id, topic, params.chainId, params.request)

  /** Updates every session that has the namespace, then emits the event to its page. */
  const regrant = async (
    namespace: string,
    event: { readonly name: string; readonly data: unknown },
    chain: ChainId,
    added?: ChainId,
  ): Promise<void> => {
    for (const { topic, namespaces } of sessions()) {
      if (!namespaces[namespace]) continue
      const next = regranted(namespaces, namespace, accounts, added)
      if (JSON.stringify(next) !== JSON.stringify(namespaces))
        await kit.updateSession({ topic, namespaces: next })
      if (next[namespace]?.events.includes(event.name))
        await kit.emitSessionEvent({ topic, event, chainId: chain })
    }
    changed()
  }
  const switchChain = async (chain: ChainId): Promise<void> => {
    know(chain)
    const namespace = namespaceOf(chain)
    active.set(namespace, chain)
    // Sessions answer over the relay, so a page may reload first: it stores the choice before that.
    changed()
    const reference = referenceOf(chain)
    await regrant(
      namespace,
      { name: 'chainChanged', data: /^\d+$/.test(reference) ? Number(reference) : reference },
      chain,
      chain,
    )
  }

  return {
    name,
    async pair(uri) {
      const link = readPairingLink(uri)
      if (!link) throw new PocketError('That is not a WalletConnect link.')
      if (link.version === 1)
        throw new PocketError(
          'That is a WalletConnect 1 link, and WalletConnect 1 has been shut down.',
        )
      await kit.pair({ uri })
    },
    get policy() {
      return approvals.policy
    },
    set policy(next) {
      approvals.policy = next
    },
    get pending() {
      return approvals.pending.map(questionOf)
    },
    waitForRequest: async method => questionOf(await approvals.waitForRequest(method)),
    approve: approvals.approve,
    reject: approvals.reject,
    get sessions() {
      return sessions()
    },
    calls,
    news,
    troubles,

    get offered() {
      return state.offered
    },
    offer(chains) {
      chains.forEach(know)
      state.offered = [...chains]
      changed()
    },
    addresses: chain => keyringOf(chain).addresses(chain),
    shown: shownOf,
    async show(namespace, ...indices) {
      const chain = activeOf(namespace)
      const count = chain ? keyringOf(chain).addresses(chain).length : 0
      if (!chain || indices.length === 0 || indices.some(index => index >= count)) {
        throw new PocketError(
          `${name} has ${count} accounts of ${namespace}, not those: ${indices.join(', ')}.`,
        )
      }
      shown.set(namespace, indices)
      changed()
      await regrant(namespace, { name: 'accountsChanged', data: accounts(chain) }, chain)
    },
    active: activeOf,
    switchChain,
    async update(topic, change) {
      const session = sessions().find(one => one.topic === topic)
      if (!session) throw new PocketError(`There is no session ${topic}.`)
      await kit.updateSession({ topic, namespaces: change(session.namespaces) })
      changed()
    },
    async emit(event, data, chain) {
      for (const { topic, namespaces } of sessions()) {
        if (namespaces[namespaceOf(chain)])
          await kit.emitSessionEvent({ topic, event: { name: event, data }, chainId: chain })
      }
    },
    async extend(topic) {
      await kit.extendSession({ topic })
      changed()
    },
    ping: topic => kit.engine.signClient.ping({ topic }),
    async disconnect(topic) {
      const ended = topic === undefined ? sessions().map(session => session.topic) : [topic]
      for (const one of ended)
        await kit.disconnectSession({
          topic: one,
          reason: { code: 6000, message: 'User disconnected.' },
        })
      changed()
    },

    sleep: () => core.relayer.transportClose(),
    wake: () => core.relayer.restartTransport(),

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      if (state.hasEnded) return
      state.hasEnded = true
      listeners.clear()
      await endCore(core, prefix)
    },
  }
}

const peerOf = ({ name, url }: PocketPeer): PocketPeer => ({ name, url })

const questionOf = ({ id, method, params }: PendingRequest): PocketQuestion => ({
  id,
  method,
  ...(params as Omit<PocketQuestion, 'id' | 'method'>),
})

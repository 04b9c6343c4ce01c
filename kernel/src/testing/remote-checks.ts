/** Checks of a chain with remote wallets: the requested scope, and sessions. */
import { expect } from 'vitest'
import { unlessAborted } from '../async.js'
import {
  addressesCapability,
  messagesCapability,
  type RemoteSession,
  remoteSessionsCapability,
} from '../contracts/capabilities/index.js'
import { type AccountId, accountId, type NetworkId, namespaceOf } from '../contracts/chain/index.js'
import type { WalletReport } from '../contracts/connector-kit/index.js'
import type { ChainCheck } from './chain-rig.js'
import {
  check,
  eventually,
  expectDeclined,
  expectGivenUp,
  expectSound,
  linked,
  never,
  notOffered,
} from './check-bench.js'
import { TestingError } from './errors.js'
import { greeting } from './message-checks.js'

export const remoteChecks: readonly ChainCheck[] = [
  check(
    'remote scope',
    'requests networks of its own namespace from remote wallets',
    async ({ rig, offered }) => {
      const offer = offered(remoteSessionsCapability)
      if (!offer) return notOffered('remoteSessions')
      const { networks } = await offer.scope()
      expect(
        networks.length,
        'names a network (a chain without remote wallets does not offer remote sessions)',
      ).toBeGreaterThan(0)
      for (const network of networks) expect(namespaceOf(network)).toBe(rig.namespace)
      return undefined
    },
  ),
  check(
    'remote session',
    'opens a remote session: reports it, sends its requests, and recognises its end',
    async ({ rig, kernel, offered }) => {
      const offer = offered(remoteSessionsCapability)
      if (!offer) return notOffered('remoteSessions')
      await kernel.start()
      const [text = ''] = rig.addresses.good
      const addressAt = async (network: NetworkId) =>
        (await offered(addressesCapability, network)?.parse(text, network, never()))?.address ??
        text
      const scope = await offer.scope()
      // The rig's network comes last, so that only a plugin that reads `network` starts there.
      const approved = [...scope.networks.filter(network => network !== rig.network), rig.network]
      const address = await addressAt(rig.network)
      // Wallets list an account once per network; here for those whose address is known.
      const accountAt = (network: NetworkId): Promise<readonly AccountId[]> =>
        addressAt(network).then(
          one => [accountId(network, one)],
          () => [],
        )
      const accounts = (await Promise.all(approved.map(accountAt))).flat()
      const open = async () => {
        const remote = createRemote({
          accounts,
          approved,
          network: rig.network,
          methods: scope.methods,
        })
        return {
          remote,
          ...linked(await offer.open(remote.session, never()), {
            namespace: rig.namespace,
            id: `${rig.namespace}:remote`,
          }),
        }
      }

      const { remote, walletSession, via, from } = await open()
      expectSound(walletSession.report, rig.namespace)
      expect(
        walletSession.report.accounts.map(account => account.address),
        'the account that the wallet approved, once',
      ).toEqual([address])
      expect(walletSession.report.network, 'on the network that the session names').toBe(
        rig.network,
      )
      const withAccounts = [...new Set(accounts.map(account => account.split(':', 2).join(':')))]
      expect(
        [...(walletSession.report.approved ?? [])].sort(),
        'and the networks on which the wallet approved an account',
      ).toEqual(withAccounts.sort())

      const signer =
        via.supports?.(messagesCapability) === false ? undefined : offered(messagesCapability)
      if (signer) {
        const before = remote.requests.length
        await expectDeclined(signer.sign(via, from, greeting, never()), 'DECLINED')
        const requests = remote.requests.slice(before)
        expect(requests, 'a signature is one request').toHaveLength(1)
        for (const { method, network } of requests) {
          expect(scope.methods, 'by a method of its scope').toContain(method)
          expect(network, 'for the network it is on').toBe(rig.network)
        }
        remote.isSilent = true
        await expectGivenUp(
          signal => signer.sign(via, from, greeting, signal),
          () => remote.requests.length > before + 1,
        )
      }

      const reports: (WalletReport | undefined)[] = []
      const stop = walletSession.watch(report => void reports.push(report))
      remote.tell('closed')
      const isOver = () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0
      await eventually(isOver, 5_000, value =>
        expect(
          value,
          'a closed session is reported as undefined, or as a report without accounts',
        ).toBe(true),
      )
      stop()
      expect(remote.listeners, 'no listener stays behind').toBe(0)

      const next = await open()
      next.walletSession.watch(() => undefined)
      await next.walletSession.disconnect(never())
      expect(next.remote.closed, 'a disconnect closes the session').toBe(1)
      expect(next.remote.listeners, 'and leaves no listener').toBe(0)
      return undefined
    },
  ),
]

/** A session with a wallet that approved everything, and then rejects or ignores requests. */
function createRemote(
  granted: Pick<RemoteSession, 'accounts' | 'approved' | 'network' | 'methods'>,
) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const requests: { readonly method: string; readonly network: NetworkId }[] = []
  const session: RemoteSession = {
    ...granted,
    async request(method, _params, on, signal) {
      requests.push({ method, network: on })
      if (remote.isSilent) await unlessAborted(new Promise(() => undefined), signal)
      throw Object.assign(new TestingError('DECLINED', 'The person said no.'), { code: 4001 })
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      remote.closed++
    },
  }
  const remote = {
    session,
    requests,
    isSilent: false,
    closed: 0,
    get listeners() {
      return listeners.size
    },
    tell: (name: string) =>
      [...listeners].forEach(listener => void listener({ name, data: undefined })),
  }
  return remote
}

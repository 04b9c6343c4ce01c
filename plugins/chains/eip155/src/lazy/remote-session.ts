import {
  ChainError,
  createAudience,
  messages,
  type NetworkId,
  networksWithAccounts,
  parseAccountId,
  parseNetworkId,
  type RemoteSession,
  type RemoteSessions,
  transactions,
  transfers,
  type WalletReport,
} from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { type Eip155Port, networkOfChain } from './port.js'
import { remoteScope } from './remote-scope.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { reportedAccounts } from './wallet-line.js'

/** Lines to remote wallets (WalletConnect, the embedded one), with the same port as those in the page. */
export function createRemoteSessions(setup: Eip155Setup): RemoteSessions {
  return {
    scope: async () => remoteScope(setup.networks),
    async open(session, signal) {
      signal.throwIfAborted()
      let network = firstNetwork(session, setup)
      let selected: readonly string[] = []
      const report = (): WalletReport => ({
        accounts: reportedAccounts(accountsOf(session, network, selected)),
        network,
        approved: networksWithAccounts(session).filter(isOurs),
      })
      const first = report()
      if (!first.accounts.length) throw new ChainError('WALLET_ANSWER')

      const letGo = () => {
        stop()
        setup.signal.removeEventListener('abort', letGo)
      }
      const audience = createAudience({ first, whenEmpty: letGo, report: setup.report })
      const stop = session.watch(({ name, data, network: about }) => {
        if (name === 'closed') return audience.tell(undefined)
        if (name === 'accountsChanged') selected = addressesIn(data)
        if (name === 'chainChanged') network = networkIn(data) ?? about ?? network
        audience.tell(report())
      })
      setup.signal.addEventListener('abort', letGo)

      const port: Eip155Port = {
        async request(method, params, within) {
          within.throwIfAborted()
          if (!session.methods.includes(method)) throw new ChainError('WALLET_UNSUPPORTED')
          return session.request(method, params, network, within)
        },
        network: async () => network,
        refresh: async () => audience.tell(report()),
        moveTo(next) {
          if (!networksWithAccounts(session).includes(next)) return false
          network = next
          return true
        },
      }
      return {
        port,
        report: first,
        watch: audience.watch,
        supports: capability => needs[capability.id]?.some(method => session.methods.includes(method)) ?? true,
        async disconnect(within) {
          letGo()
          await session.close(within)
        },
      }
    },
  }
}

/** What a wallet has to grant, one of these, to do what its chain can. */
const needs: Readonly<Record<string, readonly string[]>> = {
  [messages.id]: ['personal_sign'],
  [transactions.id]: ['eth_sendTransaction'],
  [transfers.id]: ['eth_sendTransaction'],
}

const isOurs = (network: string): network is NetworkId => {
  const { namespace: its, reference } = parseNetworkId(network) ?? {}
  return its === namespace && readChainId(reference) !== undefined
}

/** The network that is wanted, if an account was approved there; else the first such network of the host's order, else the first. */
function firstNetwork(session: RemoteSession, setup: Eip155Setup): NetworkId {
  const { network: wanted } = session
  const candidates = networksWithAccounts(session).filter(isOurs)
  const network = [wanted, ...setup.networks.map(one => one.caipNetworkId)].find(one => one && candidates.includes(one)) ?? candidates[0]
  if (!network) throw new ChainError('WALLET_ANSWER')
  return network
}

/** The accounts that were approved on this network, the selected ones first. The address of a contract wallet on another network may belong to somebody else here. */
function accountsOf({ accounts }: RemoteSession, network: NetworkId, selected: readonly string[]): readonly string[] {
  const here = accounts.flatMap(account => {
    const { network: its, address } = parseAccountId(account) ?? {}
    return its === network ? [address] : []
  })
  const known = readAccounts(here) ?? []
  return [...selected.filter(address => known.some(one => one === address)), ...known.filter(address => !selected.includes(address))]
}

/** What `accountsChanged` carries: addresses, or account ids. */
function addressesIn(data: unknown): readonly string[] {
  const list = Array.isArray(data) ? data : []
  return readAccounts(list.map(one => parseAccountId(String(one))?.address ?? one)) ?? []
}

/** What `chainChanged` carries: a chain id in one of its spellings, or a network id. */
function networkIn(data: unknown): NetworkId | undefined {
  if (typeof data === 'string' && isOurs(data)) return data
  const chainId = readChainId(data)
  return chainId === undefined ? undefined : networkOfChain(chainId)
}

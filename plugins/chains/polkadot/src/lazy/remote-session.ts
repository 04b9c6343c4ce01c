import {
  type AnyCapability,
  ChainError,
  createAudience,
  messages,
  type NetworkId,
  namespaceOf,
  networks,
  networksWithAccounts,
  parseAccountId,
  type RemoteSession,
  type RemoteSessions,
  transactions,
  transfers,
  type WalletReport,
} from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { sameBytes } from './bytes.js'
import { createPort } from './port.js'
import { remoteScope } from './remote-scope.js'
import { readAccounts, readSignature, reportedAccounts, type WalletAccount } from './wallet-answers.js'

/** Lines to remote wallets, with the same port as those in the page. */
export function createRemoteSessions(setup: PolkadotSetup): RemoteSessions {
  return {
    scope: async () => remoteScope(setup.networks),
    async open(session, signal) {
      signal.throwIfAborted()
      let network = firstNetwork(session, setup)
      let selected: readonly string[] = []
      const here = () => accountsOf(session, network.caipNetworkId, selected)
      const report = (): WalletReport => ({
        accounts: reportedAccounts(here(), network),
        network: network.caipNetworkId,
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
        if (name === 'accountsChanged' && Array.isArray(data)) selected = data.map(one => parseAccountId(String(one))?.address ?? String(one))
        if (name === 'chainChanged') network = setup.networks.find(one => one.caipNetworkId === about) ?? network
        audience.tell(report())
      })
      setup.signal.addEventListener('abort', letGo)
      const request = (method: string, params: object, within: AbortSignal) => {
        if (!session.methods.includes(method)) throw new ChainError('WALLET_UNSUPPORTED')
        return session.request(method, params, network.caipNetworkId, within)
      }
      const ownText = (accountId: Uint8Array) => {
        const account = here().find(one => sameBytes(one.accountId, accountId))
        if (!account) throw new ChainError('WALLET_UNSUPPORTED')
        return account.address
      }
      const port = createPort({
        signText: async (accountId, text, within) =>
          readSignature(await request('polkadot_signMessage', { address: ownText(accountId), message: text }, within)),
        async signPayload(accountId, payload, within) {
          const address = ownText(accountId)
          return readSignature(await request('polkadot_signTransaction', { address, transactionPayload: { ...payload, address } }, within))
        },
        switchNetwork(next) {
          const listed = setup.networks.find(one => one.caipNetworkId === next)
          if (!listed || !networksWithAccounts(session).includes(next)) throw new ChainError('WALLET_UNSUPPORTED')
          network = listed
          audience.tell(report())
        },
      })
      return {
        port,
        report: first,
        watch: audience.watch,
        supports: capability =>
          needs(capability).every(method => session.methods.includes(method)) &&
          (capability.id !== networks.id || networksWithAccounts(session).filter(isOurs).length > 1),
        async disconnect(within) {
          letGo()
          await session.close(within)
        },
      }
    },
  }
}

const needs = ({ id }: AnyCapability): readonly string[] =>
  id === messages.id ? ['polkadot_signMessage'] : id === transactions.id || id === transfers.id ? ['polkadot_signTransaction'] : []

const isOurs = (network: string): network is NetworkId => namespaceOf(network) === namespace

/** The network that is wanted, if an account was approved there; else the first such network of the host's order. One that the host does not list has no prefix to write its addresses with. */
function firstNetwork(session: RemoteSession, { networks: listed }: PolkadotSetup) {
  const named = networksWithAccounts(session)
  const known = listed.filter(one => named.includes(one.caipNetworkId))
  const network = known.find(one => one.caipNetworkId === session.network) ?? known[0]
  if (!network) throw new ChainError(named.length ? 'WALLET_NETWORK' : 'WALLET_ANSWER')
  return network
}

function accountsOf({ accounts }: RemoteSession, network: NetworkId, selected: readonly string[]): readonly WalletAccount[] {
  const addresses = accounts.flatMap(account => {
    const parsed = parseAccountId(account)
    return parsed?.network === network ? [parsed.address] : []
  })
  const ordered = [...selected.filter(address => addresses.includes(address)), ...addresses.filter(address => !selected.includes(address))]
  return readAccounts(ordered.map(address => ({ address })))
}

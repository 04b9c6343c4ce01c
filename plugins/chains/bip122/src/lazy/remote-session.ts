import { withTimeout } from '@portico/kernel'
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
  type ReportedAccount,
  transactions,
  transfers,
  type WalletReport,
} from '@portico/kernel/contracts'
import * as v from 'valibot'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { createPort } from './port.js'
import { remoteScope } from './remote-scope.js'
import { readAccount, readPsbt, readSignature } from './wallet-answers.js'

// A wallet that does not tell its keys in this time is connected without them; only taproot and nested addresses need them.
const keysMs = 5_000

const short = v.pipe(v.string(), v.maxLength(256))
const keyList = v.pipe(v.array(v.object({ address: short, publicKey: v.optional(short), path: v.optional(short) })), v.maxLength(256))
type Keys = v.InferOutput<typeof keyList>

/** Lines to remote wallets, with the same port as those in the page. */
export function createRemoteSessions(setup: Bip122Setup): RemoteSessions {
  return {
    scope: async () => remoteScope(setup.networks),
    async open(session, signal) {
      signal.throwIfAborted()
      let network = firstNetwork(session, setup)
      let selected: readonly string[] = []
      let keys = await readKeys(session, network, signal)
      const report = (): WalletReport => ({
        accounts: accountsOf(session, network, selected, keys, setup),
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
        const told = name === 'bip122_addressesChanged' && v.safeParse(keyList, data)
        if (told !== false && told.success) keys = told.output
        if (name === 'accountsChanged') selected = addressesIn(data)
        if (name === 'chainChanged' && about && isOurs(about)) network = about
        try {
          audience.tell(report())
        } catch (error) {
          setup.report(error)
        }
      })
      setup.signal.addEventListener('abort', letGo)
      const request = (method: string, params: object, within: AbortSignal) => {
        if (!session.methods.includes(method)) throw new ChainError('WALLET_UNSUPPORTED')
        return session.request(method, params, network, within)
      }
      const accountFor = (address: string) => accountsOf(session, network, [], keys, setup)[0]?.address ?? address

      const port = createPort({
        signMessage: async ({ address, text, protocol }, within) =>
          readSignature(await request('signMessage', { account: accountFor(address), message: text, address, protocol }, within)),
        signPsbt: async ({ psbt, inputs }, within) =>
          readPsbt(await request('signPsbt', { account: accountFor(inputs[0]?.address ?? ''), psbt, signInputs: inputs, broadcast: false }, within)),
        async switchNetwork(next) {
          if (!networksWithAccounts(session).includes(next)) throw new ChainError('WALLET_UNSUPPORTED')
          network = next
          audience.tell(report())
        },
      })
      return {
        port,
        report: first,
        watch: audience.watch,
        supports: capability =>
          needs(capability).every(method => session.methods.includes(method)) && (capability.id !== networks.id || networksWithAccounts(session).length > 1),
        async disconnect(within) {
          letGo()
          await session.close(within)
        },
      }
    },
  }
}

const needs = ({ id }: AnyCapability): readonly string[] =>
  id === messages.id ? ['signMessage'] : id === transactions.id || id === transfers.id ? ['signPsbt'] : []

const isOurs = (network: string): network is NetworkId => namespaceOf(network) === namespace

/** The network that is wanted, if an account was approved there; else the first such network of the host's order, else the first. */
function firstNetwork(session: RemoteSession, setup: Bip122Setup): NetworkId {
  const candidates = networksWithAccounts(session).filter(isOurs)
  const network = [session.network, ...setup.networks.map(one => one.caipNetworkId)].find(one => one && candidates.includes(one)) ?? candidates[0]
  if (!network) throw new ChainError('WALLET_ANSWER')
  return network
}

/** The keys of the addresses: from the session, where the wallet put them there, else asked. */
async function readKeys(session: RemoteSession, network: NetworkId, signal: AbortSignal): Promise<Keys> {
  const told = session.properties?.bip122_getAccountAddresses
  try {
    if (told !== undefined) return v.parse(keyList, JSON.parse(told))
    const account = session.accounts.map(one => parseAccountId(one)).find(one => one?.network === network)?.address
    if (!account || !session.methods.includes('getAccountAddresses')) return []
    return v.parse(keyList, await withTimeout(within => session.request('getAccountAddresses', { account }, network, within), keysMs, signal))
  } catch {
    signal.throwIfAborted()
    return []
  }
}

function accountsOf({ accounts }: RemoteSession, network: NetworkId, selected: readonly string[], keys: Keys, setup: Bip122Setup): readonly ReportedAccount[] {
  const addresses = accounts.flatMap(account => {
    const parsed = parseAccountId(account)
    return parsed?.network === network ? [parsed.address] : []
  })
  const ordered = [...selected.filter(address => addresses.includes(address)), ...addresses.filter(address => !selected.includes(address))]
  return ordered.map(address => readAccount({ ...keys.find(key => key.address === address), address, network, type: 'payment' }, setup))
}

/** What `accountsChanged` carries: addresses, or account ids. */
const addressesIn = (data: unknown): readonly string[] => (Array.isArray(data) ? data.map(one => parseAccountId(String(one))?.address ?? String(one)) : [])

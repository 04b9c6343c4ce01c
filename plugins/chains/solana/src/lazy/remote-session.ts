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
import { base64 } from '@scure/base'
import { walletRefusal } from '../errors.js'
import { namespace, type SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { readBase58, writeBase58 } from './keys.js'
import { createPort, type SolanaPort } from './port.js'
import { remoteScope } from './remote-scope.js'
import { read } from './standard-wallet.js'
import { withSignature } from './transaction-wire.js'
import { reportedAccounts } from './wallet-answers.js'

/** Lines to remote wallets, with the same port as those in the page. */
export function createRemoteSessions(setup: SolanaSetup): RemoteSessions {
  return {
    scope: async () => remoteScope(setup.networks),
    async open(session, signal) {
      signal.throwIfAborted()
      let network = firstNetwork(session, setup)
      let selected: readonly string[] = []
      const report = (): WalletReport => ({
        accounts: reportedAccounts(addressesOf(session, network.caipNetworkId, selected).map(address => ({ address, label: undefined }))),
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
      const move = (next: NetworkId) => {
        const listed = setup.networks.find(one => one.caipNetworkId === next)
        if (!listed || !networksWithAccounts(session).includes(next)) throw new ChainError('WALLET_UNSUPPORTED')
        network = listed
        audience.tell(report())
      }
      return {
        port: createPort(signing(session, () => network.caipNetworkId, move)),
        report: first,
        watch: audience.watch,
        supports: capability => supports(session, capability),
        async disconnect(within) {
          letGo()
          await session.close(within)
        },
      }
    },
  }
}

/** What the session granted, asked by the methods of WalletConnect: base58 for messages and signatures, base64 for transactions. */
function signing(session: RemoteSession, here: () => NetworkId, switchNetwork: SolanaPort['switchNetwork']): SolanaPort {
  const grants = (method: string) => session.methods.includes(method)
  const ask = (method: string, params: object, network: NetworkId, signal: AbortSignal) =>
    session.request(method, params, network, signal).catch((error: unknown) => {
      throw signal.aborted ? error : walletRefusal(error)
    })
  const signatureIn = (answer: unknown): Uint8Array => {
    const signature = readBase58(read(answer, 'signature'), 64)
    if (!signature) throw new ChainError('WALLET_ANSWER')
    return signature
  }
  return {
    ...(grants('solana_signMessage') && {
      async signMessage(pubkey, bytes, signal) {
        const answer = await ask('solana_signMessage', { message: writeBase58(bytes), pubkey }, here(), signal)
        return { signature: signatureIn(answer), signed: bytes }
      },
    }),
    ...(grants('solana_signTransaction') && {
      async signTransaction(pubkey, wire, network, signal) {
        const answer = await ask('solana_signTransaction', { transaction: base64.encode(wire), pubkey }, network, signal)
        const signed = read(answer, 'transaction')
        const bytes = typeof signed === 'string' ? readBase64(signed) : withSignature(wire, pubkey, signatureIn(answer))
        if (!bytes) throw new ChainError('WALLET_ANSWER')
        return bytes
      },
    }),
    ...(grants('solana_signAndSendTransaction') && {
      signAndSend: async (pubkey, wire, network, signal) =>
        signatureIn(await ask('solana_signAndSendTransaction', { transaction: base64.encode(wire), pubkey }, network, signal)),
    }),
    switchNetwork,
  }
}

function readBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

function supports(session: RemoteSession, { id }: AnyCapability): boolean {
  const grants = (...methods: readonly string[]) => methods.some(method => session.methods.includes(method))
  if (id === messages.id) return grants('solana_signMessage')
  if (id === networks.id) return networksWithAccounts(session).filter(isOurs).length > 1
  return (id !== transactions.id && id !== transfers.id) || grants('solana_signTransaction', 'solana_signAndSendTransaction')
}

const isOurs = (network: string): network is NetworkId => namespaceOf(network) === namespace

/** The network that is wanted, if an account was approved there; else the first such network of the host's order. */
function firstNetwork(session: RemoteSession, { networks: listed }: SolanaSetup): SolanaNetwork {
  const named = networksWithAccounts(session)
  const known = listed.filter(one => named.includes(one.caipNetworkId))
  const network = known.find(one => one.caipNetworkId === session.network) ?? known[0]
  if (!network) throw new ChainError(named.length ? 'WALLET_NETWORK' : 'WALLET_ANSWER')
  return network
}

/** The accounts on a network, those that the wallet selected first. Throws a ChainError for one that is no address of this chain. */
function addressesOf({ accounts }: RemoteSession, network: NetworkId, selected: readonly string[]): readonly string[] {
  const all = accounts.flatMap(account => {
    const parsed = parseAccountId(account)
    return parsed?.network === network ? [parsed.address] : []
  })
  if (all.some(address => !readBase58(address, 32))) throw new ChainError('WALLET_ANSWER')
  return [...new Set([...selected.filter(address => all.includes(address)), ...all])]
}

/** Connects and disconnects wallets, and switches the network. */
import type { Account, ConnectionId } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeConnection, activeNetwork, connectionService } from '@portico/kernel/session'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'
import { chosenNetwork, type NetworkChoice } from './signer.js'

export interface ConnectOptions extends NetworkChoice {
  /** A connector of the slot `connectors`, or its id: `io.metamask`. */
  readonly connector: string | { readonly id: string }
}
/**
 * Connects the wallet of a connector. Call it from a click: some wallets refuse to open their
 * window otherwise. Rejects with the ConnectionError of the connection service: `DECLINED`,
 * `PENDING`, `CONNECTOR_NOT_FOUND`, ….
 */
export async function connect(
  { kernel }: Pick<Portico, 'kernel'>,
  options: ConnectOptions,
): Promise<Account> {
  const { connector } = options
  const id = typeof connector === 'string' ? connector : connector.id
  const network = chosenNetwork(options)
  const connections = kernel.use(connectionService)
  if (!kernel.items(connectorsSlot).some(one => one.id === id)) await connections.discover()
  const account = await connections.connect(id, network ? { network } : undefined)
  // Most wallets connect on the network that they are on.
  if (network && activeNetwork(kernel, account.namespace) !== network)
    await connections.switchNetwork(network)
  return account
}

export interface DisconnectOptions {
  readonly namespace?: string
  readonly connection?: ConnectionId
}
/**
 * Disconnects one connection, the active one of a namespace, or all. Nothing where there is none.
 */
export async function disconnect(
  { kernel }: Pick<Portico, 'kernel'>,
  { namespace, connection }: DisconnectOptions = {},
): Promise<void> {
  const id = connection ?? (namespace && activeConnection(kernel, namespace)?.id)
  if (id || namespace === undefined) await kernel.use(connectionService).disconnect(id || undefined)
}

/**
 * Makes a network the active one, in the wallet too where one is connected there. Returns the
 * network. Rejects with an SdkError `BAD_NETWORK` without a choice, and with the ConnectionError of
 * the connection service: `DECLINED`, `UNSUPPORTED_CHAIN`, `NETWORK_UNCHANGED`, ….
 */
export async function switchChain(
  { kernel }: Pick<Portico, 'kernel'>,
  choice: NetworkChoice,
): Promise<NetworkId> {
  const network = chosenNetwork(choice)
  if (!network)
    throw new SdkError(
      'BAD_NETWORK',
      'switchChain needs a network. Pass `chainId: 8453` or `network: "eip155:8453"`.',
    )
  await kernel.use(connectionService).switchNetwork(network)
  return network
}

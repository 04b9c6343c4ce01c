import { BridgeError } from '@portico/bridges'

/** Reported, never thrown: wagmi may reconnect a wallet that the modal does not show. */
export const foreignConnector = (id: string): BridgeError =>
  new BridgeError(
    'BRIDGE_OTHER_CONNECTOR',
    `wagmi's storage names the connector "${id.slice(0, 80)}". A wallet that wagmi connects beside Portico is not in the modal. Set multiInjectedProviderDiscovery: false in createConfig, and keep porticoConnector() as its only connector.`,
  )

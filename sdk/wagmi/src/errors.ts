import { BridgeError } from '@portico/bridges'

/** Reported, never thrown: wagmi has reconnected a wallet that the modal does not show. */
export const foreignConnector = (id: string): BridgeError =>
  new BridgeError(
    'BRIDGE_OTHER_CONNECTOR',
    `wagmi has connected "${id.slice(0, 80)}" beside Portico, so the modal does not show that wallet. Set multiInjectedProviderDiscovery: false in createConfig, and keep porticoConnector() as its only connector.`,
  )

export { type PorticoConnectorOptions, porticoConnector } from './connector.js'
export { wagmiNetworks, wagmiWallets } from './wallets.js'

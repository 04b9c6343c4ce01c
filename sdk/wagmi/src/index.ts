export { type PorticoConnectorOptions, porticoConnector } from './connector.js'

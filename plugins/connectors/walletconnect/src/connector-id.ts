const name = 'walletConnect'

/** Returns the id of the WalletConnect connector of a namespace. */
export const connectorIdOf = (namespace: string): string => `${namespace}:${name}`
/** Returns the namespace of such an id; undefined for the id of any other connector. */
export const namespaceOfConnector = (connector: string): string | undefined =>
  connector.endsWith(`:${name}`) ? connector.slice(0, -name.length - 1) : undefined

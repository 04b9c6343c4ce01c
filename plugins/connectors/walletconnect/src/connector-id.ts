const name = 'walletConnect'

/** The id of the way to remote wallets of a namespace. */
export const connectorIdOf = (namespace: string): string => `${namespace}:${name}`
/** The namespace of one of these ids; undefined for any other connector's. */
export const namespaceOfConnector = (connector: string): string | undefined =>
  connector.endsWith(`:${name}`) ? connector.slice(0, -name.length - 1) : undefined

import { networksCapability } from '@portico/kernel/capabilities'
import type { Connection } from '@portico/kernel/connector-kit'

/**
 * True if a page can request a network of this wallet. In other wallets the person changes the
 * network, and the wallet reports it.
 */
export const canSwitch = (
  networks: { readonly switch?: unknown } | undefined,
  connection: Pick<Connection, 'supports'> | undefined,
): boolean => !!networks?.switch && connection?.supports?.(networksCapability) !== false

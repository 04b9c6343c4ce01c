/** What storage and servers say, given its shape. */
import { type ConnectionId, isNetworkId } from '@portico/kernel/contracts'
import type { FoundSession } from '../options.js'
import type { KnownSession } from '../siwx-state.js'

/** A property of whatever it is. */
export const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** More is not ours. */
const most = { sessions: 64, address: 128, connection: 256, message: 16_384, signature: 65_536, digest: 64 }

const isText = (value: unknown, limit: number): value is string => typeof value === 'string' && value !== '' && value.length <= limit
/** Milliseconds since the epoch. */
export const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Sessions as a server lists them; what is none is left out. */
export function readFoundSessions(list: unknown): readonly FoundSession[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, most.sessions).flatMap(item => {
    const [address, network, issuedAt, expiresAt] = ['address', 'network', 'issuedAt', 'expiresAt'].map(key => read(item, key))
    if (!isText(address, most.address) || !isNetworkId(network) || !isTime(issuedAt)) return []
    if (expiresAt === undefined) return { address, network, issuedAt }
    return isTime(expiresAt) ? { address, network, issuedAt, expiresAt } : []
  })
}
/** Sessions as the browser's storage has them. */
export function readKnownSessions(list: unknown): readonly KnownSession[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, most.sessions).flatMap(item => {
    const [found] = readFoundSessions([item])
    const [connection, digest, message, signature] = ['connection', 'digest', 'message', 'signature'].map(key => read(item, key))
    if (!found || !isText(connection, most.connection) || !connection.includes('/')) return []
    const isFull = isText(message, most.message) && isText(signature, most.signature)
    return { connection: connection as ConnectionId, ...found, ...(isText(digest, most.digest) && { digest }), ...(isFull && { message, signature }) }
  })
}

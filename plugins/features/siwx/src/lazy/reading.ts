/** What storage and servers say, given its shape. */
import { type ConnectionId, isNetworkId } from '@portico/kernel/contracts'
import type { FoundSession } from '../options.js'
import type { KnownSession } from '../siwx-state.js'

/** More is not ours. */
const most = { sessions: 64, address: 128, connection: 256, message: 16_384, signature: 65_536, digest: 64 }

const isText = (value: unknown, limit: number): value is string => typeof value === 'string' && value !== '' && value.length <= limit
/** Milliseconds since the epoch. */
export const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list.slice(0, most.sessions) : [])

const fieldsOf = (item: unknown): Readonly<Record<string, unknown>> => Object(item)
/** Sessions as a server lists them; what is none is left out. */
export function readFoundSessions(list: unknown): readonly FoundSession[] {
  return itemsOf(list).flatMap(item => {
    const { address, network, issuedAt, expiresAt } = fieldsOf(item)
    if (!isText(address, most.address) || !isNetworkId(network) || !isTime(issuedAt)) return []
    if (expiresAt === undefined) return { address, network, issuedAt }
    return isTime(expiresAt) ? { address, network, issuedAt, expiresAt } : []
  })
}
/** Sessions as the browser's storage has them; leaves out what is none. */
export function restoreSignIns(saved: unknown): { readonly phase: 'ready'; readonly sessions: readonly KnownSession[] } {
  const sessions = itemsOf(saved).flatMap((item): readonly KnownSession[] => {
    const [found] = readFoundSessions([item])
    const { connection, digest, message, signature } = fieldsOf(item)
    if (!found || !isText(connection, most.connection) || !connection.includes('/')) return []
    const isFull = isText(message, most.message) && isText(signature, most.signature)
    return [{ connection: connection as ConnectionId, ...found, ...(isText(digest, most.digest) && { digest }), ...(isFull && { message, signature }) }]
  })
  return { phase: 'ready', sessions }
}

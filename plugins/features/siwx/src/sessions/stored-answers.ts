/** Validates what storage and servers return. */
import type { ConnectionId } from '@portico/kernel/account'
import { isNetworkId } from '@portico/kernel/chain'
import type { FoundSession } from '../options.js'
import type { KnownSession } from '../siwx-state.js'

/** Upper limits; longer data was not written by this plugin. */
const most = {
  sessions: 64,
  address: 128,
  connection: 256,
  message: 16_384,
  signature: 65_536,
  digest: 64,
}

const isText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= limit
/** Milliseconds since the epoch. */
export const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

const itemsOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.slice(0, most.sessions) : []

const fieldsOf = (item: unknown): Readonly<Record<string, unknown>> => Object(item)
/** Validates the sessions that a server lists; invalid ones are left out. */
export function readFoundSessions(list: unknown): readonly FoundSession[] {
  return itemsOf(list).flatMap(item => {
    const { address, network, issuedAt, expiresAt } = fieldsOf(item)
    if (!isText(address, most.address) || !isNetworkId(network) || !isTime(issuedAt)) return []
    if (expiresAt === undefined) return { address, network, issuedAt }
    return isTime(expiresAt) ? { address, network, issuedAt, expiresAt } : []
  })
}
/** Validates the sessions in the browser's storage; invalid ones are left out. */
export function restoreSignIns(saved: unknown): {
  readonly phase: 'ready'
  readonly sessions: readonly KnownSession[]
} {
  const sessions = itemsOf(saved).flatMap((item): readonly KnownSession[] => {
    const [found] = readFoundSessions([item])
    const { connection, digest, message, signature } = fieldsOf(item)
    if (!found || !isText(connection, most.connection) || !connection.includes('/')) return []
    const isFull = isText(message, most.message) && isText(signature, most.signature)
    return [
      {
        connection: connection as ConnectionId,
        ...found,
        ...(isText(digest, most.digest) && { digest }),
        ...(isFull && { message, signature }),
      },
    ]
  })
  return { phase: 'ready', sessions }
}

/** What storage and servers say, given its shape. */
import type { ConnectionId, NetworkId } from '@portico/kernel/contracts'
import type { FoundSession } from '../options.js'
import type { KnownSession } from '../siwx-state.js'

/** A property of whatever it is. */
export const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

const text = (value: unknown, most: number): string | undefined => (typeof value === 'string' && value !== '' && value.length <= most ? value : undefined)
const time = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined)
const network = (value: unknown): NetworkId | undefined => {
  const id = text(value, 64)
  return id && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id) ? (id as NetworkId) : undefined
}
const listOf = <Item>(found: unknown, readItem: (item: unknown) => Item | undefined): readonly Item[] =>
  Array.isArray(found) ? found.slice(0, most.sessions).flatMap(item => readItem(item) ?? []) : []

/** More is not ours. */
const most = { sessions: 64, address: 128, message: 16_384, signature: 65_536 }

function readFound(item: unknown): FoundSession | undefined {
  const address = text(read(item, 'address'), most.address)
  const where = network(read(item, 'network'))
  const issuedAt = time(read(item, 'issuedAt'))
  const expiresAt = read(item, 'expiresAt')
  if (!address || !where || issuedAt === undefined || (expiresAt !== undefined && time(expiresAt) === undefined)) return undefined
  return { address, network: where, issuedAt, ...(expiresAt !== undefined && { expiresAt: expiresAt as number }) }
}
function readKnown(item: unknown): KnownSession | undefined {
  const found = readFound(item)
  const connection = text(read(item, 'connection'), 256)
  if (!found || !connection?.includes('/')) return undefined
  const digest = text(read(item, 'digest'), 64)
  const message = text(read(item, 'message'), most.message)
  const signature = text(read(item, 'signature'), most.signature)
  return { connection: connection as ConnectionId, ...found, ...(digest && { digest }), ...(message && signature && { message, signature }) }
}

/** Sessions as a server lists them; what is none is left out. */
export const readFoundSessions = (found: unknown): readonly FoundSession[] => listOf(found, readFound)
/** Sessions as the browser's storage has them. */
export const readKnownSessions = (found: unknown): readonly KnownSession[] => listOf(found, readKnown)

/** A nonce as EIP-4361 wants it, of at least 96 bits; undefined for anything else. */
export const readNonce = (value: unknown): string | undefined => (typeof value === 'string' && /^[a-zA-Z0-9]{16,128}$/.test(value) ? value : undefined)
export const readTime = time

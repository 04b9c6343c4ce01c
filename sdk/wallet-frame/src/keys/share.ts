/** One of three shares, as the server, a device, a recovery blob and the recovery file hold it. */
import { type Bytes, concat } from './bytes.js'
import { KeyError } from './errors.js'

export type SharePosition = 'device' | 'server' | 'recovery'

export interface Share {
  readonly position: SharePosition
  /** Counts the splits of one wallet: shares of different versions do not belong together. */
  readonly version: number
  /** 16 bytes, see `walletIdOf`. */
  readonly walletId: Bytes
  /** The share itself: as long as the entropy, and one byte that says where it is on the line. */
  readonly point: Bytes
}

const positions: readonly SharePosition[] = ['device', 'server', 'recovery']
const format = 1
const headLength = 22

/** 39 bytes for 12 words, 55 for 24: format, position, version (big endian), wallet, point. */
export function writeShare({ position, version, walletId, point }: Share): Bytes {
  const head = new Uint8Array(headLength - walletId.length)
  const view = new DataView(head.buffer)
  view.setUint8(0, format)
  view.setUint8(1, positions.indexOf(position) + 1)
  view.setUint32(2, version)
  return concat(head, walletId, point)
}

/** Throws SHARE_MALFORMED for anything but a share of this format at the expected position. */
export function readShare(bytes: Uint8Array, expected: SharePosition): Share {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length - headLength
  const position = length > 0 ? positions[view.getUint8(1) - 1] : undefined
  if ((length !== 17 && length !== 33) || view.getUint8(0) !== format || position !== expected)
    throw new KeyError('SHARE_MALFORMED', `These bytes are not the ${expected} share of a wallet.`)
  return {
    position,
    version: view.getUint32(2),
    walletId: Uint8Array.from(bytes.subarray(6, headLength)),
    point: Uint8Array.from(bytes.subarray(headLength)),
  }
}

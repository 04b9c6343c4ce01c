/** The device share: AES-GCM under a key that this browser keeps and never shows. */
import { type Bytes, concat, isEqual, randomBytes, utf8 } from './bytes.js'
import type { DeviceStore, KeptShare, KeptWallet } from './device-store.js'
import { KeyError } from './errors.js'
import { readShare, type Share, writeShare } from './share.js'
import { placeOf, type ThreeShares } from './shares.js'
import { wrappingKey } from './wrapping-key.js'

/** A device share, and where the recovery share of the same split is on the line. */
export interface DeviceShare {
  readonly share: Share
  readonly recoveryPlace: number
}

/** Of splits that the server may not have: tabs split at the same time, and answers get lost. */
const mostUnconfirmed = 5

// The person is authenticated, too: an entry copied to another person does not open.
const context = (person: string, version: number) =>
  utf8(`portico device share 1 ${version} ${person}`)

/**
 * Keeps a device share beside the older ones, until the server has the shares of this version.
 *
 * Throws WALLET_EXISTS where this browser has another wallet of the person: a server that denies
 * the wallet must not make the frame overwrite its share.
 */
export async function keepDeviceShare(
  store: DeviceStore,
  person: string,
  { device, recovery }: ThreeShares,
): Promise<void> {
  const { version, walletId } = device
  const isAnother = (kept: KeptWallet) =>
    !isEqual(kept.walletId, walletId) && kept.shares.some(({ isConfirmed }) => isConfirmed)
  const before = await store.wallet(person)
  if (before && isAnother(before)) throw walletExists()
  const [key, iv] = [await wrappingKey(store), randomBytes(12)]
  const plain = concat(writeShare(device), Uint8Array.of(placeOf(recovery.point)))
  const how = { name: 'AES-GCM', iv, additionalData: context(person, version) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, key, plain))
  plain.fill(0)
  let isRefused = false
  await store.changeWallet(person, kept => {
    // Another tab may have confirmed a wallet since.
    isRefused = kept !== undefined && isAnother(kept)
    if (isRefused) return kept
    const same = kept && isEqual(kept.walletId, walletId) ? kept : undefined
    const older = same?.shares ?? []
    const unconfirmed = older.filter(share => !share.isConfirmed).slice(1 - mostUnconfirmed)
    return {
      walletId,
      shares: [
        ...older.filter(share => share.isConfirmed),
        ...unconfirmed,
        { version, iv, sealed, isConfirmed: false },
      ],
      accounts: same?.accounts ?? [],
    }
  })
  if (isRefused) throw walletExists()
}
const walletExists = () =>
  new KeyError('WALLET_EXISTS', 'This browser has another wallet of this person.')

/**
 * The device shares of this version: more than one where two tabs split at the same time.
 *
 * Throws DEVICE_SHARE_MISSING, SHARE_OUTDATED where only other versions are here, and
 * DEVICE_SHARE_UNREADABLE where their key is gone.
 */
export async function readDeviceShares(
  store: DeviceStore,
  person: string,
  version: number,
): Promise<{ readonly kept: KeptWallet; readonly shares: readonly DeviceShare[] }> {
  const kept = await store.wallet(person)
  if (!kept?.shares.length) throw shareMissing()
  const fitting = kept.shares.filter(share => share.version === version)
  if (!fitting.length)
    throw new KeyError(
      'SHARE_OUTDATED',
      `This browser has version ${kept.shares.at(-1)?.version} of the wallet, the server ${version}.`,
    )
  const key = await wrappingKey(store)
  return {
    kept,
    shares: await Promise.all(fitting.map(share => readKeptShare(share, person, key))),
  }
}

async function readKeptShare(
  { version, iv, sealed }: KeptShare,
  person: string,
  key: CryptoKey,
): Promise<DeviceShare> {
  let plain: Bytes
  try {
    const how = { name: 'AES-GCM', iv, additionalData: context(person, version) }
    plain = new Uint8Array(await crypto.subtle.decrypt(how, key, sealed))
  } catch (error) {
    throw new KeyError(
      'DEVICE_SHARE_UNREADABLE',
      'The share of this browser cannot be read any more. Use your recovery code or passkey.',
      error,
    )
  }
  const share = readShare(plain.subarray(0, -1), 'device')
  const recoveryPlace = placeOf(plain)
  plain.fill(0)
  return { share, recoveryPlace }
}

const shareMissing = () =>
  new KeyError('DEVICE_SHARE_MISSING', 'This browser has no share of the wallet.')

/**
 * The server has this version: shares of other versions, and of other tabs, are useless now.
 *
 * Throws DEVICE_SHARE_MISSING where another tab has put another wallet in the place of this one.
 */
export async function confirmDeviceShare(
  store: DeviceStore,
  person: string,
  confirmed: { readonly version: number; readonly walletId: Bytes },
): Promise<void> {
  let isMissing = false
  await store.changeWallet(person, kept => {
    const isHere = kept !== undefined && isEqual(kept.walletId, confirmed.walletId)
    isMissing = !isHere
    if (!isHere) return kept
    return {
      ...kept,
      shares: kept.shares
        .filter(({ version }) => version >= confirmed.version)
        .map(share => ({
          ...share,
          isConfirmed: share.isConfirmed || share.version === confirmed.version,
        })),
    }
  })
  if (isMissing) throw shareMissing()
}

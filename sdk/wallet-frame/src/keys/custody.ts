/** How a wallet comes to be, is opened by two of its shares, and is split anew. */
import { type Bytes, base64url, bytesOfBase64url, isEqual, sha256 } from './bytes.js'
import { confirmDeviceShare, keepDeviceShare, readDeviceShares } from './device-shares.js'
import type { DeviceStore } from './device-store.js'
import { KeyError } from './errors.js'
import type { KeyRing } from './key-ring.js'
import type { Answer, Ask } from './messages.js'
import { openSecret, type RecoverySecret, sealSecret, unwrapShare, wrapShare } from './recovery.js'
import { openSeal, type Released } from './sealed-share.js'
import { newEntropy } from './seed.js'
import { readShare, type Share, writeShare } from './share.js'
import { combineShares, splitEntropy, thirdPoint } from './shares.js'
import { walletKeyOf } from './wallet-key.js'

export interface Custody {
  readonly store: DeviceStore
  readonly ring: KeyRing
}

/**
 * A new wallet. The server gets its share, and confirms, before anything is paid to it; until then
 * another call makes other shares of the same wallet, so a lost answer does not lose a wallet.
 */
export async function createWallet(
  { store, ring }: Custody,
  { person, wordCount = 12 }: Ask<'create'>,
): Promise<Answer<'create'>> {
  const before = ring.status()?.wallet
  const isUnconfirmed = before?.person === person && before.version === 0
  const entropy = isUnconfirmed ? before.entropy.slice() : newEntropy(wordCount)
  const shares = await splitEntropy(entropy, 1)
  try {
    await keepDeviceShare(store, person, shares)
    const walletKey = await walletKeyOf(entropy)
    const answer = { ...(await forServer(shares.server)), walletKey }
    const { walletId } = shares.server
    ring.open({ person, walletId, version: 0, entropy, recovery: shares.recovery })
    return answer
  } catch (error) {
    entropy.fill(0)
    shares.recovery.point.fill(0)
    throw error
  } finally {
    shares.device.point.fill(0)
    shares.server.point.fill(0)
  }
}

/** Opens with the device share and the server share. */
export async function openWallet(
  { store, ring }: Custody,
  { person, released }: Ask<'open'>,
): Promise<Answer<'open'>> {
  const server = await readReleased(store, released, person)
  const { kept, shares } = await readDeviceShares(store, person, released.version)
  let failure: unknown
  try {
    for (const { share, recoveryPlace } of shares) {
      let entropy: Bytes | undefined
      try {
        entropy = await combineShares(share, server, kept.walletId)
        const point = await thirdPoint(share, server, recoveryPlace)
        const recovery: Share = { ...share, position: 'recovery', point }
        await confirmDeviceShare(store, person, share)
        ring.open({ person, walletId: kept.walletId, version: share.version, entropy, recovery })
        return describe(share, false)
      } catch (error) {
        entropy?.fill(0)
        failure = error // another tab may have made a share of the same version
      }
    }
  } finally {
    server.point.fill(0)
    for (const { share } of shares) share.point.fill(0)
  }
  throw failure
}

/**
 * Opens with the recovery share and the server share, for a browser without a device share. The
 * caller splits the wallet anew, which gives this browser a share and ends all older ones.
 */
export async function recoverWallet(
  { store, ring }: Custody,
  { person, released, blob, secret, walletId }: Ask<'recover'>,
): Promise<Answer<'recover'>> {
  const server = await readReleased(store, released, person)
  const recovery = await unwrapShare(bytesOfBase64url(blob), secret)
  // Only who knows the secret could write this blob, so its wallet counts, not the server's.
  if (walletId !== undefined && !isEqual(bytesOfBase64url(walletId), recovery.walletId))
    throw new KeyError('SHARE_FOREIGN', 'The recovery share belongs to another wallet.')
  const entropy = await combineShares(recovery, server, recovery.walletId)
  const { version } = recovery
  ring.open({ person, walletId: recovery.walletId, version, entropy, recovery })
  return describe(recovery, true)
}

/**
 * Three new shares of the open wallet, and a blob for each given recovery secret, null for a kept
 * one that this wallet did not seal. Those of the older version become useless when the server
 * takes the new ones.
 */
export async function splitAnew(
  { store, ring }: Custody,
  { recovery: secrets }: Ask<'resplit'>,
): Promise<Answer<'resplit'>> {
  const { person, version } = ring.wallet()
  const shares = await ring.withEntropy(entropy => splitEntropy(entropy, version + 1))
  try {
    const recovery = await ring.withEntropy(entropy =>
      Promise.all(secrets.map(secret => wrapAgain(shares.recovery, secret, entropy))),
    )
    await keepDeviceShare(store, person, shares)
    ring.update({ recovery: shares.recovery })
    return { ...(await forServer(shares.server)), recovery }
  } finally {
    shares.device.point.fill(0)
    shares.server.point.fill(0)
  }
}

/** A blob with the recovery share for one more code or passkey. */
export const wrapRecovery = ({ ring }: Custody, secret: RecoverySecret) =>
  ring.withEntropy(entropy => wrap(ring.wallet().recovery, secret, entropy))

/** The server has the shares of this version now. */
export async function confirmShares({ store, ring }: Custody, version: number): Promise<void> {
  const { person, walletId, recovery } = ring.wallet()
  if (recovery.version !== version)
    throw new KeyError('SHARE_OUTDATED', `The newest shares have version ${recovery.version}.`)
  await confirmDeviceShare(store, person, { version, walletId })
  ring.update({ version })
}

/**
 * The share of this browser as bytes, for the offline recovery file: the one that makes the wallet
 * with the newest recovery share, where other tabs split at the same time.
 */
export async function exportDeviceShare({ store, ring }: Custody): Promise<Bytes> {
  const { person, recovery, walletId } = ring.wallet()
  const { shares } = await readDeviceShares(store, person, recovery.version)
  let failure: unknown
  try {
    for (const { share } of shares)
      try {
        const entropy = await combineShares(share, recovery, walletId)
        entropy.fill(0)
        return writeShare(share)
      } catch (error) {
        failure = error
      }
  } finally {
    for (const { share } of shares) share.point.fill(0)
  }
  throw failure
}

async function readReleased(store: DeviceStore, released: Released, person: string) {
  const bytes = await openSeal(store, released, person)
  const share = readShare(bytes, 'server')
  bytes.fill(0)
  return share
}

async function forServer(server: Share): Promise<Omit<Answer<'create'>, 'walletKey'>> {
  const bytes = writeShare(server)
  return {
    walletId: base64url(server.walletId),
    version: server.version,
    share: base64url(bytes),
    shareHash: base64url(await sha256(bytes)),
  }
}

async function wrapAgain(
  share: Share,
  secret: Ask<'resplit'>['recovery'][number],
  entropy: Bytes,
): Promise<Answer<'wrapRecovery'> | null> {
  if (secret.kind !== 'kept') return wrap(share, secret, entropy)
  const kept = await openSecret(entropy, secret.of, bytesOfBase64url(secret.meta))
  return kept ? wrap(share, kept, entropy) : null
}

async function wrap(
  share: Share,
  secret: RecoverySecret,
  entropy: Bytes,
): Promise<Answer<'wrapRecovery'>> {
  const blob = await wrapShare(share, secret)
  return {
    kind: secret.kind,
    version: share.version,
    blob: base64url(blob),
    blobHash: base64url(await sha256(blob)),
    meta: base64url(await sealSecret(entropy, secret)),
  }
}

const describe = ({ walletId, version }: Share, needsResplit: boolean): Answer<'open'> => ({
  walletId: base64url(walletId),
  version,
  needsResplit,
})

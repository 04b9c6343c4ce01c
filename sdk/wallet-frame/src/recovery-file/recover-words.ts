/** Two of three shares as people have them on paper and in files, to the words of their wallet. */
import { type Bytes, bytesOfBase64url } from '../keys/bytes.js'
import { readWithCheck } from '../keys/check-characters.js'
import { KeyError } from '../keys/errors.js'
import { unwrapShare } from '../keys/recovery.js'
import { wordsOf } from '../keys/seed.js'
import { readShare, type Share } from '../keys/share.js'
import { combineShares } from '../keys/shares.js'

/** Texts as they were typed or pasted; what the person does not have is empty. */
export interface RecoveryTexts {
  /** The export of a device. */
  readonly device: string
  /** The share of the server: base64url from its operator, or the letters of an export. */
  readonly server: string
  readonly code: string
  /** What the code opens: a blob, or the whole file with the person's data. */
  readonly blob: string
}

/** Throws a KeyError that says which text is wrong, or that two are needed. */
export async function recoverWords({ device, server, code, blob }: RecoveryTexts): Promise<string> {
  const shares: Share[] = []
  if (device.trim()) shares.push(readShare(bytesOf(device), 'device'))
  if (server.trim()) shares.push(readShare(bytesOf(server), 'server'))
  if (code.trim() && blob.trim()) shares.push(await openBlob(blob, code))
  const [one, other] = shares
  if (!one || !other)
    throw new KeyError(
      'SHARE_MALFORMED',
      'Fill in two of the three parts. One alone is not enough.',
    )
  const entropy = await combineShares(one, other, one.walletId)
  const words = wordsOf(entropy)
  entropy.fill(0)
  return words
}

/** In base64url a share of 12 or 24 words has 52 or 74 characters, else 65 or 90 and hyphens. */
function bytesOf(text: string): Bytes {
  const bare = text.trim()
  return /^(?:[\w-]{52}|[\w-]{74})$/.test(bare) ? bytesOfBase64url(bare) : readWithCheck(bare)
}

/** Opens the first blob of this text that belongs to the code. */
async function openBlob(text: string, code: string): Promise<Share> {
  const blobs = text.match(/(?<![\w-])(?:[\w-]{111}|[\w-]{132})(?![\w-])/g) ?? []
  let failure: unknown = new KeyError('RECOVERY_WRONG', 'The recovery data has no part to open.')
  for (const blob of blobs) {
    try {
      return await unwrapShare(bytesOfBase64url(blob), { kind: 'code', code })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Validates responses of Solana wallets. Decision 37. */
import type { ReportedAccount } from '@portico/kernel/account'
import { ChainError } from '@portico/kernel/chain'
import { copyBytes, readProperty } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'

// A transaction has at most 1,232 bytes; a message to sign may be longer, and is returned
// unchanged.
const mostBytes = 1_048_576

export const reportedAccount = ({
  address,
  label,
}: {
  readonly address: string
  readonly label?: string | undefined
}): ReportedAccount => ({ namespace, address, type: 'eoa', ...(label && { label }) })

/** Reads the bytes under a key of the only output. Throws a ChainError WALLET_ANSWER. */
export function readOutput(
  answer: unknown,
  key: 'signature' | 'signedMessage' | 'signedTransaction',
): Uint8Array {
  const bytes =
    Array.isArray(answer) && answer.length === 1
      ? copyBytes(readProperty(readProperty(answer, '0'), key), mostBytes)
      : undefined
  if (!bytes || (key === 'signature' && bytes.length !== 64)) throw new ChainError('WALLET_ANSWER')
  return bytes
}

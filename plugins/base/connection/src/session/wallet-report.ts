/** Validates what a wallet reports (decision 37, S35). */
import type { AccountType, ReportedAccount } from '@portico/kernel/account'
import { isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { displayText } from '@portico/kernel/text'
import { parseImage } from '@portico/kernel/wallet'

/** The most accounts and approved networks that a report may have. */
const limit = 1_000

/** The valid form of a report; undefined when any part of it makes no sense in this namespace. */
export function readReport(given: unknown, namespace: string): WalletReport | undefined {
  try {
    const { accounts, network, approved, wallet } = given as {
      readonly [Key in keyof WalletReport]: unknown
    }
    if (
      !isNetworkId(network) ||
      namespaceOf(network) !== namespace ||
      !Array.isArray(accounts) ||
      accounts.length > limit
    )
      return undefined
    const read = accounts.map(account => readAccount(account, network))
    if (read.includes(undefined) || (approved !== undefined && !Array.isArray(approved)))
      return undefined
    return {
      accounts: withoutRepeats(read.filter(account => account !== undefined)),
      network,
      ...(approved && { approved: readApproved(approved, namespace) }),
      ...(wallet !== undefined && readWallet(wallet)),
    }
  } catch {
    // The wallet's object may throw when a property is read.
    return undefined
  }
}

/** A name that is safe to show, and an image from an allowed source; nothing without a name. */
function readWallet(given: unknown): Pick<WalletReport, 'wallet'> {
  const { name: said, imageUrl: pictured } = Object(given) as {
    readonly [Key in keyof NonNullable<WalletReport['wallet']>]: unknown
  }
  const [name, imageUrl] = [displayText(said), parseImage(pictured)]
  return name ? { wallet: { name, ...(imageUrl && { imageUrl }) } } : {}
}

/**
 * The grammar of CAIP-10, with room for third-party chains. The chain plugin decides whether an
 * address is valid.
 */
const isAddress = /^[\w.%-]{1,128}$/

/** Networks of other namespaces belong to other connections. */
const readApproved = (approved: readonly unknown[], namespace: string): readonly NetworkId[] => [
  ...new Set(
    approved
      .slice(0, limit)
      .filter((id): id is NetworkId => isNetworkId(id) && namespaceOf(id) === namespace),
  ),
]

function readAccount(given: unknown, network: NetworkId): ReportedAccount | undefined {
  const { namespace, address, type, publicKey, path, label } = given as {
    readonly [Key in keyof ReportedAccount]: unknown
  }
  if (
    namespace !== namespaceOf(network) ||
    typeof address !== 'string' ||
    !isAddress.test(address) ||
    !isText(type, 32)
  )
    return undefined
  const name = displayText(label)
  return {
    namespace: namespaceOf(network),
    address,
    type: type as AccountType,
    ...(isText(publicKey, 512) && { publicKey }),
    ...(isText(path, 128) && { path }),
    ...(name && { label: name }),
  }
}
const isText = (given: unknown, length: number): given is string =>
  typeof given === 'string' && given !== '' && given.length <= length

function withoutRepeats(accounts: readonly ReportedAccount[]): readonly ReportedAccount[] {
  return accounts.filter(
    (account, i) => accounts.findIndex(({ address }) => address === account.address) === i,
  )
}

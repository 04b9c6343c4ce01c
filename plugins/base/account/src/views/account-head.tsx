import type { Account } from '@portico/kernel/account'
import { addressesCapability, namesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { displayText, message, shortenAddress } from '@portico/kernel/text'
import { openLink } from '@portico/kernel/wallet'
import {
  Address,
  Avatar,
  CopyButton,
  copyAddressMessage,
  explorerMessage,
  Icon,
  IconButton,
  Segmented,
  useCapability,
  useKernel,
  usePreload,
  useRead,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import { accountPageSlice, walletsView } from '../refs.js'
import { addressExplorerUrl, usedKey } from '../select.js'
import { accountTypes } from './wallet-names.js'

const switchMessage = /* @__PURE__ */ message('account.switch', 'Switch wallet or account')

const kinds = ['eoa', 'smartAccount'] as const
const downwards = 'M6 9l6 6 6-6'

/** The avatar of the account (a tap shows all wallets), its name, its address. */
export function AccountHead({
  account,
  network,
}: {
  readonly account: Account
  readonly network: NetworkId
}) {
  const { views } = useKernel()
  const preload = usePreload()
  const t = useTranslate()
  const { address } = account
  const profile = useSlice(accountPageSlice, ({ subject, profile }) =>
    subject === `${network}:${address}` ? profile : undefined,
  )
  // Where a plugin may know a name for it, its place is reserved from the start.
  const wallet = useRead(read =>
    read.capabilities(namesCapability, network).length
      ? read.state(sessionSlice).connections[account.connection]?.wallet.name
      : undefined,
  )
  const name = profile?.name ?? displayText(account.label) ?? displayText(wallet)
  const ready = () => preload(walletsView)
  return (
    <div className="p-account-head">
      <button
        type="button"
        className="p-account-face"
        aria-label={t(switchMessage)}
        title={t(switchMessage)}
        onClick={() => views.push(walletsView)}
        onPointerEnter={ready}
        onFocus={ready}
      >
        <Avatar address={address} src={profile?.imageUrl} />
        <span className="p-account-turn">
          <Icon path={downwards} size={16} />
        </span>
      </button>
      {name && <bdi className="p-account-name p-cut">{name}</bdi>}
      <AddressLine address={address} network={network} quiet={name !== undefined} />
      <Kinds account={account} />
    </div>
  )
}

/** Where the wallet has both: the account of its key, and the one that is a contract. */
function Kinds({ account }: { readonly account: Account }) {
  const t = useTranslate()
  const { activate } = useService(connectionService)
  const accounts =
    useRead(read => read.state(sessionSlice).connections[account.connection]?.accounts) ?? []
  const used = useSlice(accountPageSlice, state => state.used)
  const choices = kinds.flatMap(kind => {
    const own = accounts.filter(({ type }) => type === kind)
    return own.find(one => one.address === used?.[usedKey(one)]) ?? own[0] ?? []
  })
  const value = kinds.find(kind => kind === account.type)
  if (choices.length < kinds.length || !value) return null
  return (
    <div className="p-account-kinds">
      <Segmented
        label={t(message('account.kind', 'Account type'))}
        options={kinds.map(id => ({ id, label: t(accountTypes[id]) }))}
        value={value}
        onChange={kind =>
          activate(account.connection, choices.find(({ type }) => type === kind)?.address)
        }
      />
    </div>
  )
}

/** The short address; all of it one tap away. */
function AddressLine({
  address,
  network,
  quiet,
}: {
  readonly address: string
  readonly network: NetworkId
  readonly quiet: boolean
}) {
  const kernel = useKernel()
  const t = useTranslate()
  const [whole, showWhole] = useState(false)
  const short = (useCapability(addressesCapability, network)?.shorten ?? shortenAddress)(address)
  const link = useRead(addressExplorerUrl)
  const explorer = useRead(read => displayText(networkOf(read, network)?.explorer?.name))
  return (
    <>
      <div className={quiet ? 'p-account-line p-quiet' : 'p-account-line'}>
        <button
          type="button"
          className="p-account-short"
          aria-expanded={whole}
          aria-label={t(message('account.showAll', 'Show the whole address {address}'), {
            address: short,
          })}
          onClick={() => showWhole(!whole)}
        >
          <bdi dir="ltr" className="p-num">
            {short}
          </bdi>
        </button>
        <CopyButton value={address} label={t(copyAddressMessage)} />
        {link && (
          <IconButton
            icon="external"
            label={t(explorerMessage, { explorer: explorer ?? '' })}
            onClick={() =>
              openLink(link, { report: error => kernel.report(error, 'base/account') })
            }
          />
        )}
      </div>
      {whole && (
        <div className="p-account-whole">
          <Address value={address} full />
        </div>
      )}
    </>
  )
}

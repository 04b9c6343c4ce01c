import { connectView } from '@portico/kernel/connect-page'
import { activeAccount, connectionService, liveConnections } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Avatar,
  Caption,
  Icon,
  List,
  Row,
  Stack,
  useKernel,
  usePreload,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import styles from './account.css?inline'
import { ListedBalance } from './listed-balance.js'
import { accountName, accountTypes, walletName } from './wallet-names.js'

/** What an account is, where that tells it from others: most wallets have one kind only. */
const kinds = ['eoa', 'smartAccount', 'payment', 'ordinal', 'stx'] as const

/** All wallets that are connected with all of their accounts: a tap makes one the active one. */
export default function WalletsView() {
  useStyles(styles)
  const kernel = useKernel()
  const t = useTranslate()
  const preload = usePreload()
  const { activate } = useService(connectionService)
  const { back } = useService(shellService)
  const only = useSlice(shellSlice, state => state.namespace)
  const connections = useRead(liveConnections).filter(
    ({ namespace }) => !only || namespace === only,
  )
  const active = useRead(activeAccount, Object.is)
  return (
    <Stack gap={12}>
      {connections.map(state => {
        const { name, chain } = walletName(kernel, state)
        return (
          <Stack key={state.id}>
            <Caption>
              <bdi>{name}</bdi>
              {chain && ` · ${chain}`}
            </Caption>
            <List label={chain ? `${name} · ${chain}` : name}>
              {state.accounts.map(account => {
                const { name, short } = accountName(kernel, account)
                const kind = kinds.find(
                  kind =>
                    kind === account.type &&
                    (kind !== 'eoa' || state.accounts.some(({ type }) => type === 'smartAccount')),
                )
                const address = (
                  <bdi dir="ltr" className="p-num">
                    {short}
                  </bdi>
                )
                return (
                  <Row
                    key={account.address}
                    icon={<Avatar address={account.address} size={36} />}
                    title={name ? <bdi>{name}</bdi> : address}
                    detail={name && address}
                    value={<ListedBalance account={account} />}
                    tag={kind && t(accountTypes[kind])}
                    current={active?.connection === state.id && active.address === account.address}
                    onClick={() => {
                      activate(state.id, account.address)
                      back()
                    }}
                  />
                )
              })}
            </List>
          </Stack>
        )
      })}
      {kernel.views.has(connectView) && (
        <List>
          <Row
            icon={<Icon name="plus" />}
            title={t(message('account.another', 'Connect another wallet'))}
            surface="plain"
            onClick={() => kernel.views.push(connectView)}
            preload={() => preload(connectView)}
          />
        </List>
      )}
    </Stack>
  )
}

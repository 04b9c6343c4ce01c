import { selectChainView } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  connectMessage,
  List,
  Stack,
  Title,
  useKernel,
  useTranslate,
  WalletIcon,
  walletsMessage,
} from '@portico/ui'
import { isInPage, type WalletRow } from '../discovery/wallet-order.js'
import LostConnections from './lost-connections.js'
import { moreOptionsMessage, useConnect, useWalletRows, WalletRowOf } from './wallet-list.js'

export interface OwnWalletProps {
  /** Shows the other ways to connect. */
  readonly onOthers: () => void
}
/** In the browser of a wallet: that wallet, which one tap connects. */
export default function OwnWallet({ onOthers }: OwnWalletProps) {
  const rows = useWalletRows().filter(({ wallet }) => wallet.connectors.some(isInPage))
  const { connect, unloaded } = useConnect()
  const t = useTranslate()
  const [row, another] = rows
  // A row says that a wallet is connected, or that its name may be of another one (threat S5).
  const needsRow =
    !row || another || row.tag === 'connected' || row.wallet.lookAlike || row.wallet.sharesName
  return (
    <Stack gap={16}>
      <LostConnections />
      {needsRow ? (
        <List label={t(walletsMessage)}>
          {rows.map(one => (
            <WalletRowOf key={one.wallet.id} connect={connect} {...one} />
          ))}
        </List>
      ) : (
        <Only {...row} connect={connect} />
      )}
      <Button variant="plain" onClick={onOthers}>
        {t(moreOptionsMessage)}
      </Button>
      {unloaded}
    </Stack>
  )
}

function Only({
  wallet,
  approvalGroups,
  connect,
}: WalletRow & { readonly connect: (connector: string) => void }) {
  const { views } = useKernel()
  const t = useTranslate()
  return (
    <>
      <Stack align="center" gap={12}>
        <WalletIcon name={wallet.name} image={wallet} size={88} />
        <Title>{wallet.name}</Title>
        <Caption>
          {t(
            message(
              'connection.ownWallet',
              'This page will see your address. It can move nothing unless you approve.',
            ),
          )}
        </Caption>
      </Stack>
      <Button
        onClick={() =>
          approvalGroups[1]
            ? views.push(selectChainView, { wallet: wallet.id })
            : connect(approvalGroups[0].connector)
        }
      >
        {t(connectMessage)}
      </Button>
    </>
  )
}

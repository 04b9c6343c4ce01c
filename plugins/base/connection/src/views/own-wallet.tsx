import { selectChainView } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  connectMessage,
  Stack,
  Title,
  useKernel,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { moreWaysMessage, useConnect, useWalletRows } from './wallet-list.js'

export interface OwnWalletProps {
  /** Shows the other ways to connect. */
  readonly onOthers: () => void
}
/** In the browser of a wallet: that wallet, which one tap connects. */
export default function OwnWallet({ onOthers }: OwnWalletProps) {
  const [row] = useWalletRows()
  const { connect, unloaded } = useConnect()
  const { views } = useKernel()
  const t = useTranslate()
  if (!row) return null
  const { wallet, approvalGroups } = row
  return (
    <Stack gap={16}>
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
      <Stack>
        <Button
          onClick={() =>
            approvalGroups[1]
              ? views.push(selectChainView, { wallet: wallet.id })
              : connect(approvalGroups[0].connector)
          }
        >
          {t(connectMessage)}
        </Button>
        <Button variant="plain" onClick={onOthers}>
          {t(moreWaysMessage)}
        </Button>
      </Stack>
      {unloaded}
    </Stack>
  )
}

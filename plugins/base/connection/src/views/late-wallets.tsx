import { List, useText } from '@portico/ui'
import { walletWords } from '../text/wallet-words.js'
import { LateRows, useConnect, useWalletRows } from './wallet-list.js'

/** Wallets where there was none when the view opened. */
export default function LateWallets() {
  const rows = useWalletRows()
  const { ask, unloaded } = useConnect()
  const t = useText(walletWords)
  return (
    <>
      <List label={t('connection.wallets')}>
        <LateRows rows={rows} ask={ask} />
      </List>
      {unloaded}
    </>
  )
}

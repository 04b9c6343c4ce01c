import { List, useTranslate, walletsMessage } from '@portico/ui'
import { LateRows, useConnect, useWalletRows } from './wallet-list.js'

/** Wallets where there was none when the view opened. */
export default function LateWallets() {
  const rows = useWalletRows()
  const { ask, unloaded } = useConnect()
  const t = useTranslate()
  return (
    <>
      <List label={t(walletsMessage)}>
        <LateRows rows={rows} ask={ask} />
      </List>
      {unloaded}
    </>
  )
}

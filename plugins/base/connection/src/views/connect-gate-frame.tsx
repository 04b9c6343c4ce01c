import type { Read } from '@portico/kernel'
import { connectMethodsSlot } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import {
  Icon,
  installedMessage,
  List,
  Row,
  Stack,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useSlot,
  useStyles,
  useTranslate,
  walletsMessage,
} from '@portico/ui'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { connectGateSlice, connectWalletsView } from '../connecting/connect-gate.js'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { Discovered, Methods } from './connect-view.js'
import styles from './terms.css?inline'
import { Terms } from './terms.js'
import { Wallets } from './wallets.js'

/** The connect methods, behind what the host requires first. */
export default function ConnectGateFrame() {
  const { legalCheckbox, collapseWallets, emailShowWallets } = useSlice(connectGateSlice)
  const hasEmail = useSlot(connectMethodsSlot).some(({ id }) => id === 'email')
  // Rows that a person may be looking at never fold later (decision 47).
  const [isFolded] = useState(collapseWallets || (hasEmail && emailShowWallets === false))
  const methods = { wallet: isFolded ? <Fold /> : undefined }
  return legalCheckbox ? <Consented {...methods} /> : <Methods {...methods} />
}

/** Until the box is ticked the methods are visible, and a click on one moves focus to the box. */
function Consented({ wallet }: { readonly wallet: ReactNode }) {
  useStyles(styles)
  const isClosed = !useSlice(connectGateSlice, state => state.isAccepted)
  const [isRefused, refuse] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // In the capture phase, so that no method sees the click.
  const hold = (event: SyntheticEvent) => {
    if (!isClosed) return
    event.preventDefault()
    event.stopPropagation()
    refuse(true)
    box.current?.focus()
  }
  return (
    <Stack gap={12}>
      <Terms isRefused={isRefused} box={box} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset that is disabled would hide what is in it from the keyboard. */}
      <div
        role="group"
        className="p-ways"
        aria-disabled={isClosed}
        onClickCapture={hold}
        onSubmitCapture={hold}
      >
        <Methods wallet={wallet} />
      </div>
    </Stack>
  )
}

/** All wallets as one row. */
function Fold() {
  const { views } = useKernel()
  const preload = usePreload()
  const count = useRead(
    read =>
      new Set(listedConnectors(read).flatMap(({ type, name }) => (type === 'EXTERNAL' ? [] : name)))
        .size,
  )
  const t = useTranslate()
  return (
    <List label={t(walletsMessage)}>
      <Row
        icon={<Icon name="wallet" />}
        title={t(message('connection.withWallet', 'Continue with a wallet'))}
        tag={count > 0 && t(installedMessage)}
        tagKind="good"
        preload={() => preload(connectWalletsView)}
        onClick={() => views.push(connectWalletsView)}
      />
    </List>
  )
}

/** The wallets in their own view, behind that row. */
export function ConnectWalletsView() {
  const hasWallets = useSlot(connectMethodsSlot).some(({ id }) => id === 'wallet')
  return <Discovered>{hasWallets && <Wallets />}</Discovered>
}

ConnectWalletsView.needs = (read: Read) =>
  listedConnectors(read).length
    ? read.items(connectMethodsSlot).flatMap(({ id, load }) => (id === 'wallet' ? load : []))
    : []

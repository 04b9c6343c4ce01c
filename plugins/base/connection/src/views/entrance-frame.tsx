import { connectMethods, message } from '@portico/kernel/contracts'
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
import { listedConnectors } from '../discovery.js'
import { connectWalletsView, entranceSlice } from '../entrance/refs.js'
import { Methods } from './connect-view.js'
import { Terms } from './terms.js'
import { termsStyles } from './terms.styles.js'

/** The ways in, behind what the host wants before them. */
export default function EntranceFrame() {
  const { legalCheckbox, collapseWallets, emailShowWallets } = useSlice(entranceSlice)
  const hasEmail = useSlot(connectMethods).some(({ id }) => id === 'email')
  // Decision 47: what comes later folds nothing that somebody looks at.
  const [isFolded] = useState(collapseWallets || (hasEmail && emailShowWallets === false))
  const methods = { wallet: isFolded ? <Fold /> : undefined }
  return legalCheckbox ? <Consented {...methods} /> : <Methods {...methods} />
}

/** The ways in are seen, and lead nowhere before the box is ticked: whoever takes one is led to the box. */
function Consented({ wallet }: { readonly wallet: ReactNode }) {
  useStyles(termsStyles)
  const isClosed = !useSlice(entranceSlice, state => state.isAccepted)
  const [isRefused, refuse] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // Before anything in a block hears of it, whatever draws that block.
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
      <div role="group" className="p-ways" aria-disabled={isClosed} onClickCapture={hold} onSubmitCapture={hold}>
        <Methods wallet={wallet} />
      </div>
    </Stack>
  )
}

/** All wallets as one row. */
function Fold() {
  const { views } = useKernel()
  const preload = usePreload()
  const count = useRead(read => new Set(listedConnectors(read).flatMap(({ type, name }) => (type === 'EXTERNAL' ? [] : name))).size)
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

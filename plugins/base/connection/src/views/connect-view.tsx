import { connectMethods } from '@portico/kernel/contracts'
import { Caption, LazyFace, SlotOutlet, Stack, useSlot, useText } from '@portico/ui'
import { Fragment, useState } from 'react'
import { en } from '../text/en.js'
import WalletList from './wallet-list.js'

/** The ways to get in, one block under the other. Their order is fixed when the view opens (decision 47). */
export default function ConnectView() {
  const methods = useSlot(connectMethods)
  const [opened] = useState(() => methods.map(({ id }) => id))
  const ids = [...opened, ...methods.map(({ id }) => id).filter(id => !opened.includes(id))]
  const t = useText(en)
  return (
    <Stack gap={12}>
      {ids.map((shown, i) => (
        <Fragment key={shown}>
          {i > 0 && (
            <Stack align="center">
              <Caption>{t('connection.or')}</Caption>
            </Stack>
          )}
          <SlotOutlet of={connectMethods} only={({ id }) => id === shown}>
            {({ id, load }) => (id === 'wallet' ? <WalletList /> : <LazyFace load={load} />)}
          </SlotOutlet>
        </Fragment>
      ))}
    </Stack>
  )
}

import type { ViewRef } from '@portico/kernel'
import { connection, message } from '@portico/kernel/contracts'
import { Button, Stack, useKernel, useService, useSlice, useTranslate, type ViewProps } from '@portico/ui'
import { useRef, useState } from 'react'
import { type acceptTermsView, entranceSlice } from '../entrance/refs.js'
import { Terms } from './terms.js'

/** The box, between a wallet that was picked and that wallet. */
export default function AcceptTermsView({ params: { connector, from } }: ViewProps<typeof acceptTermsView>) {
  const { views } = useKernel()
  const { connect } = useService(connection)
  const isAccepted = useSlice(entranceSlice, state => state.isAccepted)
  const [isRefused, refuse] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const t = useTranslate()
  const goOn = () => {
    if (!isAccepted) {
      refuse(true)
      return box.current?.focus()
    }
    const asking: ViewRef<unknown> | undefined = from && views.entry(from.id)?.ref
    if (asking) return views.replace(asking, from?.params)
    views.back()
    // Its failure stands in the session, where the waiting view reads it.
    connect(connector).catch(() => undefined)
  }
  return (
    <Stack gap={16}>
      <Terms isRefused={isRefused} box={box} />
      <Button onClick={goOn}>{t(message('connection.continue', 'Continue'))}</Button>
    </Stack>
  )
}

import { connectionService, sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { Button, Note, useService, useSlice, useTranslate } from '@portico/ui'
import { savedConnectionsSlice } from '../persisted.js'

/** Saved connections that were not restored, with the one-tap reset of decision 11. */
export default function LostConnections() {
  const connections = useSlice(sessionSlice, state => state.connections)
  const saved = useSlice(savedConnectionsSlice, state => state.saved)?.connections ?? []
  const { forget } = useService(connectionService)
  const t = useTranslate()
  const lost = Object.values(connections).filter(
    ({ namespace, connector, phase }) =>
      phase.name === 'failed' &&
      saved.some(one => one.namespace === namespace && one.connector === connector),
  )
  return lost.map(({ id, wallet }) => (
    <Note key={id} kind="warn">
      {t(message('connection.lost', '{wallet} did not reconnect.'), { wallet: wallet.name })}
      <Button variant="plain" onClick={() => forget(id)}>
        {t(message('connection.forget', 'Forget {wallet}'), { wallet: wallet.name })}
      </Button>
    </Note>
  ))
}

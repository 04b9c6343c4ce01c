import { connection, message, session } from '@portico/kernel/contracts'
import { Button, Note, useService, useSlice, useTranslate } from '@portico/ui'
import { memorySlice } from '../refs.js'
import { idOf, readSaved } from '../restoring/saved-connections.js'

/** Saved connections that were not restored, with the one-tap reset of decision 11. */
export default function LostConnections() {
  const connections = useSlice(session, state => state.connections)
  const remembered = readSaved(useSlice(memorySlice, state => state.found)).connections.map(idOf)
  const { forget } = useService(connection)
  const t = useTranslate()
  const lost = Object.values(connections).filter(({ id, phase }) => phase.name === 'failed' && remembered.includes(id))
  return lost.map(({ id, wallet }) => (
    <Note key={id} kind="warn">
      {t(message('connection.lost', '{wallet} did not come back.'), { wallet: wallet.name })}
      <Button variant="plain" onClick={() => forget(id)}>
        {t(message('connection.forget', 'Forget {wallet}'), { wallet: wallet.name })}
      </Button>
    </Note>
  ))
}

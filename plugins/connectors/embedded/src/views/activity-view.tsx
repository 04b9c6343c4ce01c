import { type Message, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  List,
  Row,
  Skeleton,
  Stack,
  useService,
  useSlice,
  useTask,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import { activityMessage } from '../account-messages.js'
import { walletAccountService } from '../account-refs.js'
import type { ActivityEntry } from '../protocol/account-requests.js'
import { Problem } from './problem.js'
import { useLoad } from './use-load.js'

const events: Readonly<Record<string, Message>> = {
  'person-created': message('embedded.event.person', 'Account created'),
  login: message('embedded.event.login', 'Logged in'),
  'device-added': message('embedded.event.device', 'New device'),
  'device-removed': message('embedded.event.deviceRemoved', 'Device signed out'),
  'session-ended': message('embedded.event.session', 'Login ended'),
  'signed-out-everywhere': message('embedded.event.everywhere', 'Signed out everywhere'),
  'wallet-stored': message('embedded.event.wallet', 'Wallet saved'),
  'share-released': message('embedded.event.share', 'Wallet opened'),
  'recovery-added': message('embedded.event.recovery', 'Recovery added'),
  'recovery-released': message('embedded.event.recoveryUsed', 'Recovery used'),
  'recovery-removed': message('embedded.event.recoveryRemoved', 'Recovery removed'),
  'passkey-added': message('embedded.event.passkey', 'Passkey added'),
  'passkey-removed': message('embedded.event.passkeyRemoved', 'Passkey removed'),
  'export-allowed': message('embedded.event.export', 'Recovery words shown'),
  'email-changed': message('embedded.event.email', 'E-mail changed'),
  'data-downloaded': message('embedded.event.data', 'Data downloaded'),
}
const unknownMessage = message('embedded.event.unknown', 'Another change')

/** What happened to the account, as the server logged it, newest first. */
export default function ActivityView() {
  const t = useTranslate()
  const { activity } = useService(walletAccountService)
  const language = useSlice(textSlice, state => state.language)
  const first = useLoad(signal => activity(undefined, signal))
  const [older, setOlder] = useState<Awaited<ReturnType<typeof activity>>>()
  const entries = [...(first.value?.entries ?? []), ...(older?.entries ?? [])]
  const isComplete = (older ?? first.value)?.isComplete
  const [{ busy, error }, more] = useTask(async signal => {
    const page = await activity(entries.at(-1)?.seq, signal)
    if (!signal.aborted)
      setOlder({ ...page, entries: [...(older?.entries ?? []), ...page.entries] })
  })
  if (!first.value)
    return first.error ? (
      <Problem error={first.error} onRetry={first.again} />
    ) : (
      <Skeleton rows={3} />
    )
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  const titleOf = ({ event }: ActivityEntry) =>
    (Object.hasOwn(events, event) && events[event]) || unknownMessage
  return (
    <Stack gap={16}>
      {entries.length === 0 && (
        <Caption>{t(message('embedded.noActivity', 'Nothing has happened yet.'))}</Caption>
      )}
      <List label={t(activityMessage)}>
        {entries.map(entry => (
          <Row
            key={entry.seq}
            surface="plain"
            title={t(titleOf(entry))}
            detail={format.format(entry.at)}
          />
        ))}
      </List>
      <Problem error={error} />
      {!isComplete && (
        <Button variant="soft" busy={busy} onClick={more}>
          {t(message('embedded.olderActivity', 'Show older'))}
        </Button>
      )}
    </Stack>
  )
}

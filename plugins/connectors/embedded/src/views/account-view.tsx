import { toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  Icon,
  List,
  Row,
  Skeleton,
  Stack,
  useKernel,
  usePreload,
  useService,
  useSlice,
  useTask,
  useTranslate,
} from '@portico/ui'
import {
  activityMessage,
  deleteMessage,
  devicesMessage,
  updateEmailMessage,
} from '../account-messages.js'
import {
  activityLogView,
  deleteAccountView,
  updateEmailView,
  walletAccountService,
  walletDevicesView,
} from '../account-refs.js'
import { walletUserSlice } from '../refs.js'
import { Problem } from './problem.js'
import { useLoad } from './use-load.js'

/** Who is logged in, and what they can see and change. */
export default function AccountView() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const service = useService(walletAccountService)
  const { fail, success } = useService(toastsService)
  const [user] = Object.values(useSlice(walletUserSlice, state => state.users))
  const { value: account, error, again } = useLoad(service.account)
  const [{ busy: isLeaving }, signOut] = useTask(() => service.signOut().catch(fail))
  const [download, save] = useTask(async signal => {
    await service.downloadData(signal)
    success(message('embedded.downloaded', 'Your data was saved as a file'))
  })
  const [shown, show] = useTask((signal, screen: 'recovery' | 'export') =>
    service.show(screen, signal),
  )
  const email = account ? account.email : user?.email
  const pages = [
    { view: walletDevicesView, icon: 'globe', label: devicesMessage },
    { view: activityLogView, icon: 'info', label: activityMessage },
    { view: updateEmailView, icon: 'mail', label: updateEmailMessage },
  ] as const
  const screens = [
    {
      id: 'recovery',
      icon: 'retry',
      label: message('embedded.recovery', 'Recovery'),
    },
    { id: 'export', icon: 'external', label: message('embedded.export', 'Show recovery words') },
  ] as const
  return (
    <Stack gap={16}>
      <Caption>
        {email
          ? t(message('embedded.loggedInAs', 'You are logged in as {email}.'), { email })
          : t(message('embedded.loggedInByPasskey', 'You are logged in with a passkey.'))}
      </Caption>
      <Problem error={error} onRetry={again} />
      <Problem error={download.error ?? shown.error} />
      <Stack gap={8}>
        <List label={t(message('embedded.account.parts', 'Parts of your account'))}>
          {pages.map(({ view, icon, label }) => (
            <Row
              key={view.id}
              icon={<Icon name={icon} />}
              title={t(label)}
              onClick={() => views.push(view)}
              preload={() => preload(view)}
            />
          ))}
          <Row
            icon={<Icon name="down" />}
            title={t(message('embedded.download', 'Download my data'))}
            disabled={download.busy}
            onClick={save}
          />
          <Row
            icon={<Icon name="trash" />}
            title={t(deleteMessage)}
            onClick={() => views.push(deleteAccountView)}
            preload={() => preload(deleteAccountView)}
          />
          {screens
            .filter(({ id }) => account?.screens.includes(id))
            .map(({ id, icon, label }) => (
              <Row key={id} icon={<Icon name={icon} />} title={t(label)} onClick={() => show(id)} />
            ))}
        </List>
        {!account && !error && <Skeleton rows={screens.length} />}
      </Stack>
      <ClickGuard>
        {isReady => (
          <Button
            variant="danger"
            icon="power"
            busy={isLeaving}
            aria-disabled={!isReady}
            onClick={signOut}
          >
            {t(message('embedded.signOutHere', 'Sign out on this device'))}
          </Button>
        )}
      </ClickGuard>
    </Stack>
  )
}

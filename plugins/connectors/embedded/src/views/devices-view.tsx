import { toastsService } from '@portico/kernel/shell'
import { message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  formatAge,
  Icon,
  IconButton,
  List,
  Row,
  Skeleton,
  Stack,
  useService,
  useSlice,
  useTask,
  useTranslate,
} from '@portico/ui'
import { devicesMessage } from '../account-messages.js'
import { walletAccountService } from '../account-refs.js'
import type { WalletDevice } from '../protocol/account-requests.js'
import { Problem } from './problem.js'
import { useLoad } from './use-load.js'

/** The browsers in which the person logged in, each with its last use and a way to sign it out. */
export default function DevicesView() {
  const t = useTranslate()
  const { devices, removeDevice, signOutEverywhere } = useService(walletAccountService)
  const { success } = useService(toastsService)
  const { value, error, again } = useLoad(devices)
  const [removal, remove] = useTask(async (_signal, device: WalletDevice) => {
    await removeDevice(device.id)
    success(message('embedded.deviceRemoved', 'The device is signed out'))
    again()
  })
  const [leaving, leave] = useTask(async (_signal, keepsThis: boolean) => {
    await signOutEverywhere(keepsThis)
    if (keepsThis) again()
  })
  const isBusy = removal.busy || leaving.busy
  if (!value) return error ? <Problem error={error} onRetry={again} /> : <Skeleton rows={2} />
  return (
    <Stack gap={16}>
      <Problem error={removal.error ?? leaving.error ?? error} />
      {value.length < 2 && (
        <Caption>
          {t(message('embedded.oneDevice', 'You are logged in on this device only.'))}
        </Caption>
      )}
      <List label={t(devicesMessage)}>
        {value.map(device => (
          <Device key={device.id} device={device} isBusy={isBusy} onRemove={() => remove(device)} />
        ))}
      </List>
      <Stack gap={8}>
        {value.length > 1 && (
          <ClickGuard>
            {isReady => (
              <Button
                variant="soft"
                busy={leaving.busy}
                disabled={removal.busy}
                aria-disabled={!isReady}
                onClick={() => leave(true)}
              >
                {t(message('embedded.signOutOthers', 'Sign out all other devices'))}
              </Button>
            )}
          </ClickGuard>
        )}
        <ClickGuard>
          {isReady => (
            <Button
              variant="danger"
              icon="power"
              busy={leaving.busy}
              disabled={removal.busy}
              aria-disabled={!isReady}
              onClick={() => leave(false)}
            >
              {t(message('embedded.signOutEverywhere', 'Sign out on all devices'))}
            </Button>
          )}
        </ClickGuard>
      </Stack>
    </Stack>
  )
}

function Device({
  device: { name, lastUsedAt, isCurrent, sessions },
  isBusy,
  onRemove,
}: {
  readonly device: WalletDevice
  readonly isBusy: boolean
  readonly onRemove: () => void
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const age = formatAge(language, Date.now() - lastUsedAt)
  const used = sessions.length
    ? t(message('embedded.used', 'Used {age}'), { age })
    : t(message('embedded.usedSignedOut', 'Used {age}, signed out'), { age })
  return (
    <Row
      icon={<Icon name="globe" />}
      title={<bdi>{name}</bdi>}
      detail={isCurrent ? t(message('embedded.thisDevice', 'This device')) : used}
      tag={
        !isCurrent && (
          <ClickGuard>
            {isReady => (
              <IconButton
                icon="power"
                label={t(message('embedded.signOutDevice', 'Sign out {device}'), { device: name })}
                aria-disabled={!isReady || isBusy}
                onClick={onRemove}
              />
            )}
          </ClickGuard>
        )
      }
    />
  )
}

import { addressesCapability } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  IconButton,
  List,
  Row,
  Stack,
  useKernel,
  useService,
  useSlice,
  useTask,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { signInsMessage, siwxService, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { KnownSession } from '../siwx-state.js'

/** Lists the current sessions with network and expiry, each with a button to sign out. */
export default function SignInsView() {
  const t = useTranslate()
  const kernel = useKernel()
  const sessions = useSlice(siwxSlice, state => state.sessions)
  const due = useSlice(siwxSlice, state => state.due)
  const { signOut } = useService(siwxService)
  const { fail } = useService(toastsService)
  const [{ busy }, leaveAll] = useTask(() => signOut().catch(fail))
  if (!sessions.length)
    return (
      <Stack gap={16} align="center">
        <Caption>{t(message('siwx.none', 'You are not signed in.'))}</Caption>
        {due && (
          <Button onClick={() => kernel.views.reset(siwxSignMessageView)}>
            {t(message('siwx.signInNow', 'Sign in'))}
          </Button>
        )}
      </Stack>
    )
  return (
    <Stack gap={16}>
      <List label={t(signInsMessage)}>
        {sessions.map(known => (
          <SignIn
            key={`${known.connection} ${known.address} ${known.network}`}
            known={known}
            onLeave={() => void signOut(whichOf(known)).catch(fail)}
          />
        ))}
      </List>
      <ClickGuard>
        {isReady => (
          <Button
            variant="danger"
            icon="power"
            busy={busy}
            aria-disabled={!isReady}
            onClick={leaveAll}
          >
            {t(message('siwx.signOutAll', 'Sign out everywhere'))}
          </Button>
        )}
      </ClickGuard>
    </Stack>
  )
}

const whichOf = ({ connection, address, network }: KnownSession) => ({
  connection,
  address,
  network,
})

function SignIn({
  known,
  onLeave,
}: {
  readonly known: KnownSession
  readonly onLeave: () => void
}) {
  const t = useTranslate()
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const wallet = useSlice(sessionSlice, state => state.connections[known.connection]?.wallet)
  const name = wallet?.name ?? known.connection
  const account =
    kernel.capability(addressesCapability, known.network)?.shorten(known.address) ?? known.address
  const network = displayText(networkOf(kernel, known.network)?.name) ?? known.network
  const until =
    known.expiresAt === undefined
      ? ''
      : t(message('siwx.until', 'Until {time}'), {
          time: new Intl.DateTimeFormat(language, {
            dateStyle: 'medium',
            timeStyle: 'short',
            numberingSystem: 'latn',
          }).format(known.expiresAt),
        })
  return (
    <Row
      icon={<WalletIcon name={name} image={wallet} />}
      title={<bdi dir="ltr">{account}</bdi>}
      detail={
        <>
          <bdi>{network}</bdi>
          {until && ` · ${until}`}
        </>
      }
      tag={
        <ClickGuard>
          {isReady => (
            <IconButton
              icon="power"
              label={t(message('siwx.signOut', 'Sign out {account}'), { account })}
              aria-disabled={!isReady}
              onClick={onLeave}
            />
          )}
        </ClickGuard>
      }
    />
  )
}

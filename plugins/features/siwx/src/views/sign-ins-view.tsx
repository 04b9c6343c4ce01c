import { addresses, displayText, message, networkOf, session, textSlice, toasts } from '@portico/kernel/contracts'
import { Button, Caption, IconButton, List, Row, Stack, Steady, useKernel, useService, useSlice, useTask, useTranslate, WalletIcon } from '@portico/ui'
import { signInsMessage, siwxService, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { KnownSession } from '../siwx-state.js'

/** Who is signed in, where, until when; and the way out of each. */
export default function SignInsView() {
  const t = useTranslate()
  const kernel = useKernel()
  const sessions = useSlice(siwxSlice, state => state.sessions)
  const due = useSlice(siwxSlice, state => state.due)
  const { signOut } = useService(siwxService)
  const { fail } = useService(toasts)
  const [{ busy }, leaveAll] = useTask(() => signOut().catch(fail))
  if (!sessions.length)
    return (
      <Stack gap={16} align="center">
        <Caption>{t(message('siwx.none', 'Nobody is signed in.'))}</Caption>
        {due && <Button onClick={() => kernel.views.reset(siwxSignMessageView)}>{t(message('siwx.signInNow', 'Sign in'))}</Button>}
      </Stack>
    )
  return (
    <Stack gap={16}>
      <List label={t(signInsMessage)}>
        {sessions.map(known => (
          <SignIn key={`${known.connection} ${known.address} ${known.network}`} known={known} onLeave={() => void signOut(whichOf(known)).catch(fail)} />
        ))}
      </List>
      <Steady>
        {isSteady => (
          <Button variant="danger" icon="power" busy={busy} aria-disabled={!isSteady} onClick={leaveAll}>
            {t(message('siwx.signOutAll', 'Sign out everywhere'))}
          </Button>
        )}
      </Steady>
    </Stack>
  )
}

const whichOf = ({ connection, address, network }: KnownSession) => ({ connection, address, network })

function SignIn({ known, onLeave }: { readonly known: KnownSession; readonly onLeave: () => void }) {
  const t = useTranslate()
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const wallet = useSlice(session, state => state.connections[known.connection]?.wallet)
  const name = wallet?.name ?? known.connection
  const account = kernel.capability(addresses, known.network)?.shorten(known.address) ?? known.address
  const network = displayText(networkOf(kernel, known.network)?.name) ?? known.network
  const until =
    known.expiresAt === undefined
      ? ''
      : t(message('siwx.until', 'Until {time}'), {
          time: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(known.expiresAt),
        })
  return (
    <Row
      icon={<WalletIcon name={name} src={wallet?.imageUrl} />}
      title={<bdi dir="ltr">{account}</bdi>}
      detail={
        <>
          <bdi>{network}</bdi>
          {until && ` · ${until}`}
        </>
      }
      tag={
        <Steady>
          {isSteady => (
            <IconButton icon="power" label={t(message('siwx.signOut', 'Sign out {account}'), { account })} aria-disabled={!isSteady} onClick={onLeave} />
          )}
        </Steady>
      }
    />
  )
}

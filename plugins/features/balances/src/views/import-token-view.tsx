import { activeNetwork, ModalError, message, type Token, toasts } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  IconButton,
  List,
  NetworkIcon,
  Note,
  Row,
  Stack,
  Steady,
  TextField,
  TokenIcon,
  useKernel,
  useRead,
  useSay,
  useService,
  useStyles,
  useTask,
  useText,
} from '@portico/ui'
import { type FormEvent, useState } from 'react'
import { portfolio } from '../refs.js'
import { addedTokens } from '../select.js'
import { en } from '../text/en.js'
import { balancesStyles } from './balances.styles.js'

const unknown = message('balances.error.unavailable', 'Token Balance Unavailable')

/** A token is added by its address: what it calls itself is shown before, and that this says little. */
export default function ImportTokenView() {
  useStyles(balancesStyles)
  const t = useText(en)
  const say = useSay()
  const { views } = useKernel()
  const { findToken, addToken } = useService(portfolio)
  const { success } = useService(toasts)
  const [typed, type] = useState('')
  const [found, setFound] = useState<Token>()
  const [{ busy, error }, find] = useTask(async (signal, address: string) => {
    const token = await findToken(address, signal)
    if (!signal.aborted) setFound(token)
  })
  const [{ busy: adds }, add] = useTask(async (_signal, token: Token) => {
    await addToken(token)
    success(message('balances.added', en['balances.added'], { symbol: token.symbol }))
    views.back()
  })
  const change = (text: string) => {
    type(text)
    setFound(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (found) add(found)
    else if (typed.trim()) find(typed.trim())
  }
  const problem = error === undefined || found ? undefined : say(error instanceof ModalError ? error.userMessage : unknown)
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextField label={t('balances.address')} value={typed} onChange={change} problem={problem} autoComplete="off" maxLength={120} autoFocus />
        {found && (
          <>
            <List label={t('balances.found', { symbol: found.symbol })}>
              <Row icon={<NetworkIcon name={found.symbol} />} title={found.name} detail={t('balances.found', { symbol: found.symbol })} />
            </List>
            <Address value={found.asset.slice(found.asset.lastIndexOf(':') + 1)} full />
            <Note kind="warn">{t('balances.warning')}</Note>
          </>
        )}
        <Button type="submit" busy={busy || adds} disabled={!typed.trim()}>
          {found ? t('balances.addIt', { symbol: found.symbol }) : t('balances.find')}
        </Button>
        <Added />
      </Stack>
    </form>
  )
}

/** What was added before, on this network. */
function Added() {
  const t = useText(en)
  const kernel = useKernel()
  const { removeToken } = useService(portfolio)
  const network = useRead(activeNetwork)
  const added = useRead(addedTokens).filter(token => token.network === network)
  if (!added.length) return null
  const remove = ({ asset }: Token) => {
    if (asset !== 'native') removeToken(asset).catch(error => kernel.report(error, 'feature/balances'))
  }
  return (
    <List label={t('balances.tokens')}>
      {added.map(token => (
        <Row
          key={token.asset}
          surface="plain"
          icon={<TokenIcon token={token} />}
          title={token.name}
          tag={
            <Steady>
              {isSteady => (
                <IconButton icon="close" label={t('balances.remove', { symbol: token.symbol })} aria-disabled={!isSteady} onClick={() => remove(token)} />
              )}
            </Steady>
          }
        />
      ))}
    </List>
  )
}

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
  useService,
  useStyles,
  useTask,
  useTranslate,
} from '@portico/ui'
import { type FormEvent, useState } from 'react'
import { unavailableMessage } from '../errors.js'
import { portfolio, tokensMessage } from '../refs.js'
import { addedTokens } from '../select.js'
import styles from './balances.css?inline'

const foundMessage = /* @__PURE__ */ message('balances.found', 'This token calls itself {symbol}')

const unknown = unavailableMessage

/** A token is added by its address: what it calls itself is shown before, and that this says little. */
export default function ImportTokenView() {
  useStyles(styles)
  const t = useTranslate()
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
    success(message('balances.added', '{symbol} is in your list now.', { symbol: token.symbol }))
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
  const problem = error === undefined || found ? undefined : t(error instanceof ModalError ? error.userMessage : unknown)
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextField
          label={t(message('balances.address', 'Address of the token'))}
          value={typed}
          onChange={change}
          problem={problem}
          autoComplete="off"
          maxLength={120}
          autoFocus
        />
        {found && (
          <>
            <List label={t(foundMessage, { symbol: found.symbol })}>
              <Row icon={<NetworkIcon name={found.symbol} />} title={found.name} detail={t(foundMessage, { symbol: found.symbol })} />
            </List>
            <Address value={found.asset.slice(found.asset.lastIndexOf(':') + 1)} full />
            <Note kind="warn">
              {t(message('balances.warning', 'Anybody can make a token with any name. Add it only if you have its address from a source that you trust.'))}
            </Note>
          </>
        )}
        <Button type="submit" busy={busy || adds} disabled={!typed.trim()}>
          {found ? t(message('balances.addIt', 'Add {symbol}'), { symbol: found.symbol }) : t(message('balances.find', 'Find token'))}
        </Button>
        <Added />
      </Stack>
    </form>
  )
}

/** What was added before, on this network. */
function Added() {
  const t = useTranslate()
  const kernel = useKernel()
  const { removeToken } = useService(portfolio)
  const network = useRead(activeNetwork)
  const added = useRead(addedTokens).filter(token => token.network === network)
  if (!added.length) return null
  const remove = ({ asset }: Token) => {
    if (asset !== 'native') removeToken(asset).catch(error => kernel.report(error, 'feature/balances'))
  }
  return (
    <List label={t(tokensMessage)}>
      {added.map(token => (
        <Row
          key={token.asset}
          surface="plain"
          icon={<TokenIcon token={token} />}
          title={token.name}
          tag={
            <Steady>
              {isSteady => (
                <IconButton
                  icon="close"
                  label={t(message('balances.remove', 'Remove {symbol}'), { symbol: token.symbol })}
                  aria-disabled={!isSteady}
                  onClick={() => remove(token)}
                />
              )}
            </Steady>
          }
        />
      ))}
    </List>
  )
}

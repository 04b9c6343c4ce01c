import type { Token } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { ModalError, message } from '@portico/kernel/text'
import {
  Address,
  Button,
  ClickGuard,
  IconButton,
  List,
  NetworkIcon,
  Note,
  Row,
  Stack,
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
import { portfolioService, tokensMessage } from '../refs.js'
import { addedTokens } from '../select.js'
import styles from './balances.css?inline'

/** @public The kernel calls it before it shows the view. */
export { restoreSaved as prepare } from '../saved.js'

const foundMessage = /* @__PURE__ */ message('balances.found', 'This token calls itself {symbol}')

const unknown = unavailableMessage

/**
 * Adds a token by its address. Shows the token's own name first, with a warning that a name proves
 * little.
 */
export default function ImportTokenView() {
  useStyles(styles)
  const t = useTranslate()
  const { views } = useKernel()
  const { findToken, addToken } = useService(portfolioService)
  const { success } = useService(toastsService)
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
  const problem =
    error === undefined || found
      ? undefined
      : t(error instanceof ModalError ? error.userMessage : unknown)
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
              <Row
                icon={<NetworkIcon name={found.symbol} />}
                title={found.name}
                detail={t(foundMessage, { symbol: found.symbol })}
              />
            </List>
            <Address value={found.asset.slice(found.asset.lastIndexOf(':') + 1)} full />
            <Note kind="warn">
              {t(
                message(
                  'balances.warning',
                  'Anyone can create a token with any name. Add it only if you got its address from a source that you trust.',
                ),
              )}
            </Note>
          </>
        )}
        <Button type="submit" busy={busy || adds} disabled={!typed.trim()}>
          {found
            ? t(message('balances.addIt', 'Add {symbol}'), { symbol: found.symbol })
            : t(message('balances.find', 'Find token'))}
        </Button>
        <Added />
      </Stack>
    </form>
  )
}

/** Shows the tokens that were added on this network. */
function Added() {
  const t = useTranslate()
  const kernel = useKernel()
  const { removeToken } = useService(portfolioService)
  const network = useRead(activeNetwork)
  const added = useRead(addedTokens).filter(token => token.network === network)
  if (!added.length) return null
  const remove = ({ asset }: Token) => {
    if (asset !== 'native')
      removeToken(asset).catch(error => kernel.report(error, 'feature/balances'))
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
            <ClickGuard>
              {isReady => (
                <IconButton
                  icon="close"
                  label={t(message('balances.remove', 'Remove {symbol}'), { symbol: token.symbol })}
                  aria-disabled={!isReady}
                  onClick={() => remove(token)}
                />
              )}
            </ClickGuard>
          }
        />
      ))}
    </List>
  )
}

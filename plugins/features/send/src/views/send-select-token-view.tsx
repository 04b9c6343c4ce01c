import type { Token } from '@portico/kernel/chain'
import { message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  Note,
  retryMessage,
  SearchField,
  Skeleton,
  Stack,
  TokenList,
  useKernel,
  useRead,
  useSlice,
  useTranslate,
  yourTokensMessage,
} from '@portico/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { spendable, tokenOf } from '../select.js'
import { useSend } from './use-send.js'

// A shorter list needs no search field.
const searchFrom = 8

/** Lists the tokens of the account to choose from. */
export default function SendSelectTokenView() {
  const t = useTranslate()
  const { views } = useKernel()
  const { send, state, call } = useSend()
  const { holdings } = state
  const language = useSlice(textSlice, slice => slice.language)
  const chosen = useRead(tokenOf)
  const [search, setSearch] = useState('')
  useEffect(() => call(send.begin()), [call, send])
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = useMemo(
    () =>
      holdings.balances.filter(({ token }) =>
        `${token.name} ${token.symbol}`.toLocaleLowerCase(language).includes(wanted),
      ),
    [holdings.balances, language, wanted],
  )
  const entries = useMemo(
    () => found.map(holding => ({ ...holding, amount: spendable(holding) })),
    [found],
  )
  const choose = useCallback(
    (token: Token) => {
      call(send.selectToken(token))
      views.back()
    },
    [call, send, views],
  )
  return (
    <Stack gap={12}>
      {holdings.balances.length >= searchFrom && (
        <SearchField
          label={t(message('send.search', 'Search tokens'))}
          value={search}
          onChange={setSearch}
          autoFocus
        />
      )}
      {holdings.name === 'unavailable' && (
        <Stack>
          <Note kind="warn">
            {t(message('send.tokensFailed', 'Your tokens could not be loaded.'))}
          </Note>
          <Button variant="soft" onClick={() => call(send.begin())}>
            {t(retryMessage)}
          </Button>
        </Stack>
      )}
      {found.length > 0 && (
        <TokenList
          label={t(yourTokensMessage)}
          entries={entries}
          query={wanted}
          chosen={chosen?.asset}
          onChoose={choose}
          reservedHeight={160}
        />
      )}
      {holdings.name === 'loading' && !holdings.balances.length && <Skeleton rows={3} />}
      {!found.length && (holdings.balances.length > 0 || holdings.name === 'known') && (
        <Stack align="center">
          <Caption>
            {t(
              holdings.balances.length
                ? message('send.noToken', 'You have no token with this name.')
                : message('send.noTokens', 'This account has no tokens to send.'),
            )}
          </Caption>
        </Stack>
      )}
    </Stack>
  )
}

import { type Token, textSlice } from '@portico/kernel/contracts'
import { Button, Caption, Note, SearchField, Skeleton, Stack, TokenList, useKernel, useRead, useSlice, useText } from '@portico/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { spendable, tokenOf } from '../select.js'
import { formWords } from '../text/form-words.js'
import { useSend } from './use-send.js'

// Fewer are found faster by eye.
const searchFrom = 8

/** The tokens of the account, to choose one from. */
export default function SendSelectTokenView() {
  const t = useText(formWords)
  const { views } = useKernel()
  const { send, state, call } = useSend()
  const { holdings } = state
  const language = useSlice(textSlice, slice => slice.language)
  const chosen = useRead(tokenOf)
  const [search, setSearch] = useState('')
  useEffect(() => call(send.begin()), [call, send])
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = useMemo(
    () => holdings.balances.filter(({ token }) => `${token.name} ${token.symbol}`.toLocaleLowerCase(language).includes(wanted)),
    [holdings.balances, language, wanted],
  )
  const entries = useMemo(() => found.map(holding => ({ ...holding, amount: spendable(holding) })), [found])
  const choose = useCallback(
    (token: Token) => {
      call(send.selectToken(token))
      views.back()
    },
    [call, send, views],
  )
  return (
    <Stack gap={12}>
      {holdings.balances.length >= searchFrom && <SearchField label={t('send.search')} value={search} onChange={setSearch} autoFocus />}
      {holdings.name === 'unavailable' && (
        <Stack>
          <Note kind="warn">{t('send.tokensFailed')}</Note>
          <Button variant="soft" onClick={() => call(send.begin())}>
            {t('send.again')}
          </Button>
        </Stack>
      )}
      {found.length > 0 && <TokenList label={t('send.tokens')} entries={entries} question={wanted} chosen={chosen?.asset} onChoose={choose} beside={160} />}
      {holdings.name === 'asking' && !holdings.balances.length && <Skeleton rows={3} />}
      {!found.length && (holdings.balances.length > 0 || holdings.name === 'known') && (
        <Stack align="center">
          <Caption>{t(holdings.balances.length ? 'send.noToken' : 'send.noTokens')}</Caption>
        </Stack>
      )}
    </Stack>
  )
}

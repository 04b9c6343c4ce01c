import { displayText, type Holding, textSlice } from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  LongList,
  Note,
  RowFace,
  SearchField,
  Skeleton,
  Stack,
  type Stop,
  Sum,
  TokenAmount,
  TokenIcon,
  useCalls,
  useFiat,
  useKernel,
  useRead,
  useService,
  useSlice,
  useStyles,
  useText,
} from '@portico/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { sendService, sendSlice } from '../refs.js'
import { spendable, tokenOf } from '../select.js'
import { formWords } from '../text/form-words.js'
import { sendStyles } from './send.styles.js'

// Fewer are found faster by eye.
const searchFrom = 8
/** Pixels. */
const rowHeight = 60

/** The tokens of the account, to choose one from. */
export default function SendSelectTokenView() {
  useStyles(sendStyles)
  const t = useText(formWords)
  const call = useCalls('feature/send')
  const fiat = useFiat()
  const { views } = useKernel()
  const send = useService(sendService)
  const { holdings } = useSlice(sendSlice)
  const language = useSlice(textSlice, state => state.language)
  const chosen = useRead(tokenOf)
  const [search, setSearch] = useState('')
  useEffect(() => call(send.begin()), [call, send])
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = useMemo(
    () => holdings.balances.filter(({ token }) => `${token.name} ${token.symbol}`.toLocaleLowerCase(language).includes(wanted)),
    [holdings.balances, language, wanted],
  )
  const draw = useCallback(
    ({ token, value, ...holding }: Holding, stop: Stop) => {
      const name = displayText(token.name) ?? displayText(token.symbol) ?? '?'
      return (
        <RowFace
          stop={stop}
          icon={<TokenIcon token={token} />}
          title={name}
          detail={
            <span className="p-cut">
              <Sum>
                <TokenAmount amount={spendable({ token, ...holding })} decimals={token.decimals} symbol={token.symbol} />
              </Sum>
            </span>
          }
          value={
            value !== undefined && (
              <span className="p-cut">
                <Sum>{fiat(value)}</Sum>
              </span>
            )
          }
          surface="plain"
          current={token.asset === chosen?.asset}
          onClick={() => {
            call(send.selectToken(token))
            views.back()
          }}
        />
      )
    },
    [call, chosen, fiat, send, views],
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
      {found.length > 0 && (
        <div className="send-pick">
          <LongList
            label={t('send.tokens')}
            entries={found}
            question={wanted}
            draw={draw}
            rowHeight={rowHeight}
            height={Math.min(rowHeight * 6, found.length * rowHeight)}
            beside={160}
          />
        </div>
      )}
      {holdings.name === 'asking' && !holdings.balances.length && <Skeleton rows={3} />}
      {!found.length && (holdings.balances.length > 0 || holdings.name === 'known') && (
        <Stack align="center">
          <Caption>{t(holdings.balances.length ? 'send.noToken' : 'send.noTokens')}</Caption>
        </Stack>
      )}
    </Stack>
  )
}
